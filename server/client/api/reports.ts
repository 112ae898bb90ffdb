// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { AttentionBody, GrossVolume } from '../../../shared/contract/merchant/reports.ts';
import type { ApiCallDefinition, CallOptions } from '../call.ts';

export type { AttentionBody, GrossVolume } from '../../../shared/contract/merchant/reports.ts';

export interface ReadGrossVolumeQuery {
  time_zone?: string | undefined;
  by?: 'day' | 'hour' | undefined;
  days?: number | undefined;
}

/** `tillgate.reports` */
export interface ReportsApi {
  /**
   * Sum paid, cancelled and refunded amounts by day or hour, and currency.
   *
   * The last `days` in `time_zone`, today included, with one entry for each day, or each hour. Default: 30 days in
   * UTC.
   *
   * `GET /v1/reports/gross-volume`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.reports.readGrossVolume();
   */
  readGrossVolume(query?: ReadGrossVolumeQuery, options?: CallOptions): Promise<GrossVolume>;
  /**
   * Count the payments, refunds, disputes and events that need attention.
   *
   * Counts stop at 1,000.
   *
   * `GET /v1/reports/attention`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.reports.readAttention();
   */
  readAttention(options?: CallOptions): Promise<AttentionBody>;
}

export const reportsEndpoints = {
  readGrossVolume: { method: 'GET', path: '/reports/gross-volume', input: 'query', isRead: true },
  readAttention: { method: 'GET', path: '/reports/attention', isRead: true },
} as const satisfies Record<keyof ReportsApi, ApiCallDefinition>;
