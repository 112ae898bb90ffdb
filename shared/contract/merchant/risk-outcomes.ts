import * as z from '../../zod.ts';
import { batchOf, requireOneTransactionReference, transactionReferenceFields } from './batches.ts';

const flag = z.enum(['0', '1']);

/** The outcome of a risk-scored payment, for the gateway's risk product. */
export const RiskOutcomeItem = z
  .strictObject({
    ...transactionReferenceFields,
    /** 0: fail, 1: success. */
    status: flag,
    /** 0: without 3-D Secure, 1: with it. */
    ispass3d: flag,
  })
  .check(requireOneTransactionReference);
export type RiskOutcomeItem = z.infer<typeof RiskOutcomeItem>;

/** The body of `POST /v1/orders/update`. */
export const ReportRiskOutcomes = z.strictObject({ orders: batchOf(RiskOutcomeItem) });
export type ReportRiskOutcomes = z.infer<typeof ReportRiskOutcomes>;
