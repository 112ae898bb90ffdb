/** One command of the CLI: a thin call of the merchant API. */
export interface CliCall {
  /** The words after `tillgate`. */
  words: string;
  /** The API name of the call. */
  route: string;
  /** Positional values in order: path parameters first, then fields of the body. */
  positionals?: readonly string[];
  /** The body is a list of this name. Flags make one entry; `--file` makes many. */
  batch?: string;
  /** The fields shown of each list entry. */
  columns?: readonly string[];
}

const PAYMENT = ['id', 'status', 'order_no', 'amount', 'currency', 'refunded_amount', 'method', 'created_at'];
const REFUND = ['id', 'status', 'order_no', 'refund_amount', 'currency', 'refund_reference_id', 'created_at'];
const OPERATION = ['id', 'operation', 'status', 'order_id', 'created_at'];

/** Every command that calls the API. */
export const CLI_CALLS: readonly CliCall[] = [
  { words: 'session create', route: 'createSession' },
  {
    words: 'sessions',
    route: 'listSessions',
    columns: ['id', 'status', 'order_no', 'amount', 'currency', 'created_at'],
  },
  { words: 'session show', route: 'getSession', positionals: ['id'] },
  { words: 'session update', route: 'updateSession', positionals: ['id'] },
  { words: 'session expire', route: 'expireSession', positionals: ['id'] },
  { words: 'payments', route: 'listPayments', columns: PAYMENT },
  { words: 'payment create', route: 'createPayment' },
  { words: 'payment show', route: 'getPayment', positionals: ['id'] },
  { words: 'payment sync', route: 'syncPayment', positionals: ['id'] },
  { words: 'payment capture', route: 'capturePayment', positionals: ['id'] },
  { words: 'payment cancel', route: 'cancelPayment', positionals: ['id'] },
  { words: 'payment resolve', route: 'resolvePayment', positionals: ['id'] },
  { words: 'payment note', route: 'addPaymentNote', positionals: ['id', 'text'] },
  { words: 'payment accept', route: 'acceptHeldNotification', positionals: ['id', 'notification_id'] },
  {
    words: 'refund',
    route: 'createRefunds',
    batch: 'refunds',
    positionals: ['payment_id', 'refund_amount', 'refund_reason'],
  },
  { words: 'refunds', route: 'listRefunds', columns: REFUND },
  { words: 'refund show', route: 'getRefund', positionals: ['id'] },
  { words: 'refund search', route: 'searchRefunds' },
  { words: 'refund resolve', route: 'resolveRefund', positionals: ['id'] },
  { words: 'review', route: 'createReviews', batch: 'reviews', positionals: ['payment_id', 'decision'] },
  {
    words: 'disputes',
    route: 'listDisputes',
    columns: ['id', 'status', 'payment_id', 'reason', 'code', 'created_at'],
  },
  { words: 'dispute deadline', route: 'setDisputeDeadline', positionals: ['id', 'due_at'] },
  { words: 'order update', route: 'updateOrders', batch: 'orders', positionals: ['payment_id', 'status', 'ispass3d'] },
  { words: 'transaction capture', route: 'createCaptures', batch: 'captures', positionals: ['transaction_id'] },
  {
    words: 'transaction cancel',
    route: 'createCancellations',
    batch: 'cancellations',
    positionals: ['transaction_id'],
  },
  { words: 'transaction query', route: 'queryTransactions' },
  {
    words: 'subscriptions',
    route: 'listSubscriptions',
    columns: ['recurring_id', 'status', 'contract_name', 'amount', 'currency', 'recurring_deduction_time'],
  },
  { words: 'subscription show', route: 'getSubscription', positionals: ['recurring_id'] },
  { words: 'subscription cancel', route: 'cancelSubscription', positionals: ['recurring_id'] },
  { words: 'subscription resolve', route: 'resolveSubscription', positionals: ['recurring_id'] },
  {
    words: 'saved-cards',
    route: 'listSavedCards',
    columns: ['id', 'brand', 'bin', 'last4', 'expiry', 'created_at'],
  },
  { words: 'cards-session create', route: 'createCardsSession' },
  { words: 'saved-card delete', route: 'deleteSavedCard', positionals: ['id'] },
  { words: 'payout create', route: 'createPayout' },
  { words: 'payout query', route: 'queryPayouts' },
  { words: 'balance payout', route: 'queryPayoutBalance' },
  { words: 'balance unsettled', route: 'queryUnsettledAmount' },
  { words: 'logistics upload', route: 'uploadLogistics' },
  { words: 'methods optimise', route: 'optimisePaymentMethods' },
  { words: 'redirect-payment create', route: 'createRedirectPayment' },
  { words: 'card create', route: 'createCard' },
  { words: 'card show', route: 'queryCard', positionals: ['card_id'] },
  { words: 'card transactions', route: 'queryCardTransactions', positionals: ['card_id'] },
  { words: 'card recharge', route: 'rechargeCard', positionals: ['card_id', 'recharge_amount'] },
  { words: 'card withdraw', route: 'withdrawFromCard', positionals: ['card_id', 'amount'] },
  { words: 'card cancel', route: 'cancelCard', positionals: ['card_id'] },
  { words: 'card status', route: 'updateCardStatus', positionals: ['card_id', 'status'] },
  { words: 'card limit', route: 'updateSharedCardLimit', positionals: ['card_id', 'card_limit'] },
  { words: 'bin query', route: 'queryCardBin' },
  { words: 'group create', route: 'createGroup', positionals: ['group_name'] },
  { words: 'group recharge', route: 'rechargeGroup', positionals: ['group_id', 'recharge_amount'] },
  { words: 'group status', route: 'updateGroupStatus', positionals: ['group_id', 'status'] },
  { words: 'group show', route: 'queryGroup', positionals: ['group_id'] },
  { words: 'group withdraw', route: 'withdrawFromGroup', positionals: ['group_id', 'amount'] },
  { words: 'group delete', route: 'deleteGroup', positionals: ['group_id'] },
  { words: 'rule query', route: 'queryRule' },
  { words: 'cardholder create', route: 'createCardholder' },
  { words: 'cardholder show', route: 'queryCardholder' },
  { words: 'cardholder update', route: 'updateCardholder', positionals: ['cardholder_id'] },
  { words: 'cardholder delete', route: 'deleteCardholder', positionals: ['cardholder_id'] },
  { words: 'operation query', route: 'queryCardOperation' },
  { words: 'operations', route: 'listOperations', columns: OPERATION },
  { words: 'operation show', route: 'getOperation', positionals: ['id'] },
  { words: 'operation resolve', route: 'resolveOperation', positionals: ['id'] },
  { words: 'issuing balance', route: 'queryAccountBalance' },
  { words: 'events', route: 'listEvents', columns: ['id', 'type', 'state', 'attempts', 'ref', 'created_at'] },
  { words: 'event show', route: 'getEvent', positionals: ['id'] },
  { words: 'event redeliver', route: 'redeliverEvent', positionals: ['id'] },
  { words: 'gross-volume', route: 'readGrossVolume' },
  { words: 'attention', route: 'readAttention' },
  { words: 'users', route: 'listUsers', columns: ['id', 'name', 'email', 'scopes', 'status', 'signed_in_at'] },
  { words: 'user invite', route: 'inviteUser' },
  { words: 'user show', route: 'getUser', positionals: ['id'] },
  { words: 'user update', route: 'updateUser', positionals: ['id'] },
  { words: 'user enrol', route: 'enrolUser', positionals: ['id'] },
  { words: 'user sign-out', route: 'signOutUser', positionals: ['id'] },
  { words: 'user delete', route: 'deleteUser', positionals: ['id'] },
  { words: 'audit', route: 'listAudit', columns: ['at', 'key_id', 'user_name', 'action', 'target', 'status'] },
];

/** The call with the longest match of the command line's first words. */
export function findCliCall(argv: readonly string[]): { call: CliCall; rest: readonly string[] } | undefined {
  for (const count of [2, 1]) {
    const words = argv.slice(0, count).join(' ');
    const call = argv.length >= count ? CLI_CALLS.find((candidate) => candidate.words === words) : undefined;
    if (call !== undefined) return { call, rest: argv.slice(count) };
  }
  return undefined;
}
