/** What an API key of the merchant API may do, in the order of the manual. */
export const SCOPES = ['pay', 'refund', 'payout', 'resolve', 'issue', 'read'] as const;
export type Scope = (typeof SCOPES)[number];
