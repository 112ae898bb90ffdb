/** What an API key or a user of the console may do, in the order of the manual. */
export const SCOPES = ['pay', 'refund', 'payout', 'resolve', 'issue', 'users', 'read'] as const;
export type Scope = (typeof SCOPES)[number];

/** Reads `scope+scope`; undefined for anything else. */
export function parseScopes(text: unknown): readonly Scope[] | undefined {
  const scopes = typeof text === 'string' ? text.split('+') : [];
  const isKnown = scopes.length > 0 && scopes.every((scope) => (SCOPES as readonly string[]).includes(scope));
  return isKnown ? (scopes as Scope[]) : undefined;
}
