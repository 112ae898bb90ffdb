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
