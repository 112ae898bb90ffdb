import type * as z from '../../../shared/zod.ts';
import {
  CancelRequest,
  CancelResponseBody,
  CancelResultItem,
  CaptureRequest,
  CaptureResponseBody,
  CaptureResultItem,
  CaptureOrCancelItem,
} from '../../../shared/interface/captures.ts';
import { OrderUpdate, UpdateOrdersRequest } from '../../../shared/interface/order-updates.ts';
import { ApmPaymentRequest, DirectPaymentRequest } from '../../../shared/interface/payment-request.ts';
import { NOTIFICATION_ONLY_FIELDS, PaymentResult } from '../../../shared/interface/payment-result.ts';
import { RedirectPaymentRequest } from '../../../shared/interface/redirect-payment.ts';
import {
  RefundRequest,
  RefundRequestItem,
  RefundResponseBody,
  RefundResultItem,
  RefundSearchResultItem,
  RefundSearchRequest,
  RefundSearchResponseBody,
} from '../../../shared/interface/refunds.ts';
import {
  ReviewRequest,
  ReviewRequestItem,
  ReviewResponseBody,
  ReviewResultItem,
} from '../../../shared/interface/reviews.ts';
import { CancelSubscriptionRequest, CancelSubscriptionResponseBody } from '../../../shared/interface/subscriptions.ts';
import {
  QueriedTransactionWithToken,
  TransactionQueryRequest,
  TransactionQueryResponseBody,
} from '../../../shared/interface/transaction-query.ts';
import { ACQUIRING_OPERATION_NAMES, type AcquiringOperationName, type DigestRecipeName } from './operation-names.ts';

/** The fields that a recipe can use. Operations that are absent here allow any field. */
const RECIPE_SOURCES: Readonly<Partial<Record<DigestRecipeName, z.ZodMiniObject>>> = {
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

/** Batches whose items each have a transaction_id. */
const BATCH_RECIPES: readonly DigestRecipeName[] = ['updateOrders', 'refund', 'review', 'capture', 'cancel'];

const VALUE_TYPES: readonly string[] = ['string', 'number', 'enum'];

/** Whether a digest can contain this field: an unknown name would count as empty, and a list cannot be joined. */
export function isDigestRecipeField(recipe: DigestRecipeName, name: string): boolean {
  const source = RECIPE_SOURCES[recipe];
  if (name === 'encryption_data') return false;
  if (source === undefined || (name === 'transaction_ids' && BATCH_RECIPES.includes(recipe))) return true;
  const { shape } = source.def;
  return Object.hasOwn(shape, name) && VALUE_TYPES.includes(typeOf(shape[name]));
}

function typeOf(schema: z.core.$ZodType | undefined): string {
  // Unwraps an optional or required field to the schema inside.
  const { type, innerType } = (schema?._zod.def ?? {}) as { type?: string; innerType?: z.core.$ZodType };
  return innerType === undefined ? (type ?? '') : typeOf(innerType);
}

/**
 * The response fields of the JSON operations, with those of list items. A payment's response has the interface's names.
 */
const RESPONSE_SCHEMAS: Readonly<Partial<Record<AcquiringOperationName, readonly z.ZodMiniObject[]>>> = {
  refund: [RefundResponseBody, RefundResultItem],
  review: [ReviewResponseBody, ReviewResultItem],
  capture: [CaptureResponseBody, CaptureResultItem],
  cancel: [CancelResponseBody, CancelResultItem],
  retrievalRefund: [RefundSearchResponseBody, RefundSearchResultItem],
  retrievalTrans: [TransactionQueryResponseBody, QueriedTransactionWithToken],
  cancelsubscription: [CancelSubscriptionResponseBody],
};

/** The items of the requests that have a list of them. */
const REQUEST_ITEM_SCHEMAS: Readonly<Partial<Record<AcquiringOperationName, z.ZodMiniObject>>> = {
  updateOrders: OrderUpdate,
  refund: RefundRequestItem,
  review: ReviewRequestItem,
  capture: CaptureOrCancelItem,
  cancel: CaptureOrCancelItem,
};

/**
 * Whether the digest of a response can contain this field. `transaction_ids` are those of its list. Any other field is
 * allowed if the interface does not show the response.
 */
export function isResponseDigestRecipeField(operation: AcquiringOperationName, name: string): boolean {
  if (name === 'encryption_data') return false;
  const [response, item] = RESPONSE_SCHEMAS[operation] ?? [];
  if (name === 'transaction_ids') return item !== undefined;
  return response === undefined || Object.hasOwn(response.def.shape, name);
}

/** Everything with field names: an operation, the response to a payment, a notification. */
export const GATEWAY_MESSAGE_KINDS = [...ACQUIRING_OPERATION_NAMES, 'result', 'notification'] as const;
export type FieldNameSource = (typeof GATEWAY_MESSAGE_KINDS)[number];

/**
 * The field names of an operation: request, response and batch items. None if the interface does not show the fields.
 */
export function knownFieldNamesOfGroup(operation: FieldNameSource): Set<string> {
  if (operation === 'notification')
    return new Set([...Object.keys(PaymentResult.def.shape), ...NOTIFICATION_ONLY_FIELDS]);
  if (operation === 'result') return new Set(Object.keys(PaymentResult.def.shape));
  const requests = operation === 'authorise' ? [DirectPaymentRequest, ApmPaymentRequest] : [RECIPE_SOURCES[operation]];
  const sources = [...requests, REQUEST_ITEM_SCHEMAS[operation], ...(RESPONSE_SCHEMAS[operation] ?? [])];
  return new Set(sources.flatMap((source) => Object.keys(source?.def.shape ?? {})));
}
