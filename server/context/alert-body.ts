import type { Alert } from '../../shared/contract/merchant/alerts.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import type { AlertRecord } from '../store/index.ts';

/** An alert as the merchant API returns it. */
export function toApiAlert({ code, detail, raised_at }: AlertRecord): Alert {
  return { code, detail, raised_at: toIsoUtcTime(raised_at) };
}
