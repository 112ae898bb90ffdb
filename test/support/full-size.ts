/** Picks a size: the first in every test run, the second when `npm run promises` writes its report. */
export function pickRunSize(usual: number, full: number): number {
  return process.env['TILLGATE_FULL'] === '1' ? full : usual;
}
