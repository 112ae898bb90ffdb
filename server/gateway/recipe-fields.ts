import type * as z from 'zod/mini';
import { CancelRequest, CaptureRequest } from '../../shared/interface/captures.ts';
import { UpdateOrdersRequest } from '../../shared/interface/order-updates.ts';
import { ApmPaymentRequest, DirectPaymentRequest } from '../../shared/interface/payment-request.ts';
import { PaymentResult } from '../../shared/interface/payment-result.ts';
import { RedirectPaymentRequest } from '../../shared/interface/redirect-payment.ts';
import { RefundRequest, RefundSearchRequest } from '../../shared/interface/refunds.ts';
import { ReviewRequest } from '../../shared/interface/reviews.ts';
import { CancelSubscriptionRequest } from '../../shared/interface/subscriptions.ts';
import { TransactionQueryRequest } from '../../shared/interface/transaction-query.ts';
import type { RecipeName } from './profile.ts';

/** What a recipe draws from. Operations that are not here take any field. */
const SOURCES: Readonly<Partial<Record<RecipeName, z.ZodMiniObject>>> = {
  card: DirectPaymentRequest,
  apm: ApmPaymentRequest,
  result: PaymentResult,
  checkout: RedirectPaymentRequest,
  updateOrders: UpdateOrdersRequest,
  refund: RefundRequest,
  review: ReviewRequest,
  capture: CaptureRequest,
  cancel: CancelRequest,
  retrievalRefund: RefundSearchRequest,
  retrievalTrans: TransactionQueryRequest,
  cancelsubscription: CancelSubscriptionRequest,
};

/** Batches, each of whose items has a transaction_id. */
const BATCHES: readonly RecipeName[] = ['updateOrders', 'refund', 'review', 'capture', 'cancel'];

const VALUES: readonly string[] = ['string', 'number', 'enum'];

/** Whether a digest can be made of this field: a misspelt one would be taken as empty, a list cannot be joined. */
export function isRecipeField(recipe: RecipeName, name: string): boolean {
  const source = SOURCES[recipe];
  if (name === 'encryption_data') return false;
  if (source === undefined || (name === 'transaction_ids' && BATCHES.includes(recipe))) return true;
  const { shape } = source.def;
  return Object.hasOwn(shape, name) && VALUES.includes(typeOf(shape[name]));
}

function typeOf(schema: z.core.$ZodType | undefined): string {
  const { type, innerType } = (schema?._zod.def ?? {}) as { type?: string; innerType?: z.core.$ZodType };
  return type === 'optional' ? typeOf(innerType) : (type ?? '');
}
