/** The codes of what a person should look at, the newest first. */
export const alertCodesOf = ({ alerts }: { alerts: readonly { code: string }[] }): string[] =>
  alerts.map(({ code }) => code);
