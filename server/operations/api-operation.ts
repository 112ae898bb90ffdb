import type { IssuingOrPayoutOperation } from '../../shared/contract/merchant/operations.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { toApiAlert } from '../context/index.ts';
import type { IssuingOrPayoutOperationRecord } from '../store/index.ts';

/** A payout or an issuing operation as the merchant API returns it. */
export function toApiIssuingOrPayoutOperation(operation: IssuingOrPayoutOperationRecord): IssuingOrPayoutOperation {
  return {
    id: operation.id,
    account: operation.account,
    operation: operation.name,
    request_id: operation.request_id,
    order_id: operation.order_id,
    status: operation.status,
    request: operation.request,
    result: operation.result,
    code: operation.code,
    message: operation.message,
    alerts: operation.alerts.map(toApiAlert),
    created_at: toIsoUtcTime(operation.created_at),
    updated_at: toIsoUtcTime(operation.updated_at),
  };
}
