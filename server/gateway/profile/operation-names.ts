/** The acquiring operations, spelled as in their paths (interface 4.2 to 4.7, 4.10). */
export const ACQUIRING_OPERATION_NAMES = [
  'authorise',
  'checkout',
  'updateOrders',
  'refund',
  'review',
  'retrievalRefund',
  'cancelsubscription',
  'capture',
  'cancel',
  'retrievalTrans',
  'payout',
  'optimise',
  'uploadLogistics',
  'payoutQuery',
  'payoutBalance',
  'unsettledAmount',
] as const;
/**
 * The digest recipes: one for each operation, `card` and `apm` for a payment, `result` for messages from the gateway
 * (interface 5).
 */
export const DIGEST_RECIPE_NAMES = [
  ...ACQUIRING_OPERATION_NAMES.filter((name) => name !== 'authorise'),
  'card',
  'apm',
  'result',
] as const;
export type AcquiringOperationName = (typeof ACQUIRING_OPERATION_NAMES)[number];
export type DigestRecipeName = (typeof DIGEST_RECIPE_NAMES)[number];

/** The issuing operations (interface 4.9 and 4.10), by the names of the client's methods. */
export const ISSUING_OPERATION_NAMES = [
  'createCard',
  'createGroup',
  'rechargeGroup',
  'updateGroupStatus',
  'queryCardholder',
  'deleteCardholder',
  'queryCardOperation',
  'queryAccountBalance',
  'createCardholder',
  'updateCardholder',
  'queryCardBin',
  'queryCard',
  'queryCardTransactions',
  'rechargeCard',
  'withdrawFromCard',
  'cancelCard',
  'updateCardStatus',
  'updateSharedCardLimit',
  'queryGroup',
  'deleteGroup',
  'withdrawFromGroup',
  'queryRule',
] as const;
export type IssuingOperationName = (typeof ISSUING_OPERATION_NAMES)[number];

/** Operations that change something and carry a request_id. */
export const ISSUING_WRITES: ReadonlySet<IssuingOperationName> = new Set([
  'createCard',
  'createGroup',
  'rechargeGroup',
  'updateGroupStatus',
  'deleteCardholder',
  'createCardholder',
  'updateCardholder',
  'rechargeCard',
  'withdrawFromCard',
  'cancelCard',
  'updateCardStatus',
  'updateSharedCardLimit',
  'deleteGroup',
  'withdrawFromGroup',
]);
