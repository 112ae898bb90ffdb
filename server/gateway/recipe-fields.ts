import type * as z from 'zod/mini';
import {
  CancelRequest,
  CancelResponse,
  CancelResultItem,
  CaptureRequest,
  CaptureResponse,
  CaptureResultItem,
  TransactionOrder,
} from '../../shared/interface/captures.ts';
import { OrderUpdate, UpdateOrdersRequest } from '../../shared/interface/order-updates.ts';
import { ApmPaymentRequest, DirectPaymentRequest } from '../../shared/interface/payment-request.ts';
import { PaymentResult } from '../../shared/interface/payment-result.ts';
import { RedirectPaymentRequest } from '../../shared/interface/redirect-payment.ts';
import {
  RefundRequest,
  RefundRequestItem,
  RefundResponse,
  RefundResultItem,
  RefundSearchItem,
  RefundSearchRequest,
  RefundSearchResponse,
} from '../../shared/interface/refunds.ts';
import { ReviewRequest, ReviewRequestItem, ReviewResponse, ReviewResultItem } from '../../shared/interface/reviews.ts';
import { CancelSubscriptionRequest, CancelSubscriptionResponse } from '../../shared/interface/subscriptions.ts';
import {
  BookedTransaction,
  TransactionQueryRequest,
  TransactionQueryResponse,
} from '../../shared/interface/transaction-query.ts';
import type { OperationName, RecipeName } from './profile.ts';

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

/** What the JSON operations answer, with the items of their lists; a payment's answer is spelled by the interface. */
const ANSWERS: Readonly<Partial<Record<OperationName, readonly z.ZodMiniObject[]>>> = {
  refund: [RefundResponse, RefundResultItem],
  review: [ReviewResponse, ReviewResultItem],
  capture: [CaptureResponse, CaptureResultItem],
  cancel: [CancelResponse, CancelResultItem],
  retrievalRefund: [RefundSearchResponse, RefundSearchItem],
  retrievalTrans: [TransactionQueryResponse, BookedTransaction],
  cancelsubscription: [CancelSubscriptionResponse],
};

/** The items of the requests that have a list of them. */
const ITEMS: Readonly<Partial<Record<OperationName, z.ZodMiniObject>>> = {
  updateOrders: OrderUpdate,
  refund: RefundRequestItem,
  review: ReviewRequestItem,
  capture: TransactionOrder,
  cancel: TransactionOrder,
};

/**
 * The names of an operation's fields, request and answer, those of a batch's items among them. None for the operations
 * whose fields the interface does not show.
 */
export function namesOf(operation: OperationName): Set<string> {
  const requests = operation === 'authorise' ? [DirectPaymentRequest, ApmPaymentRequest] : [SOURCES[operation]];
  const sources = [...requests, ITEMS[operation], ...(ANSWERS[operation] ?? [])];
  return new Set(sources.flatMap((source) => Object.keys(source?.def.shape ?? {})));
}
