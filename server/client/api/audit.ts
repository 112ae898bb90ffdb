// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { AuditEntryBody } from '../../../shared/contract/merchant/audit.ts';
import type { ApiCallDefinition, CallOptions, PagedList } from '../call.ts';

export type { AuditEntryBody } from '../../../shared/contract/merchant/audit.ts';

export interface ListAuditQuery {
  key_id?: string | undefined;
  via?: 'api' | 'console' | undefined;
  action?: string | undefined;
  target?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListAuditResponse {
  entries: AuditEntryBody[];
  next_cursor: string | null;
}

/** `tillgate.audit` */
export interface AuditApi {
  /**
   * Who did what, newest first.
   *
   * `GET /v1/audit`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const entry of tillgate.audit.list()) console.log(entry);
   */
  list(query?: ListAuditQuery, options?: CallOptions): PagedList<ListAuditResponse, AuditEntryBody>;
}

export const auditEndpoints = {
  list: { method: 'GET', path: '/audit', input: 'query', isRead: true, list: 'entries' },
} as const satisfies Record<keyof AuditApi, ApiCallDefinition>;
