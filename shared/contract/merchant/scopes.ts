/** What an API key or a user of the console may do, in the order of the manual. */
export const SCOPES = ['pay', 'refund', 'payout', 'resolve', 'issue', 'users', 'read'] as const;
export type Scope = (typeof SCOPES)[number];
