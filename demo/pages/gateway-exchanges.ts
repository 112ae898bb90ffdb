import { formatResponse } from './format-response.ts';

/** A request recorded by the sandbox's control API. */
export interface RecordedRequest {
  operation: string;
  received_at: number;
  content_type: string;
  fields: Record<string, unknown>;
  response: string;
}

/** A notification recorded by the sandbox's control API. */
export interface RecordedNotification {
  fields: Record<string, string>;
  attempts: number;
  state: string;
  created_at: number;
}

/** One request or notification between companion and gateway, for display. */
export interface GatewayExchange {
  at: number;
  direction: 'out' | 'in';
  title: string;
  name: string;
  /** The result as a short text. */
  result: string;
  body: 'JSON' | 'form fields';
  contentType: string;
  fields: Record<string, unknown>;
  /** The parts of the digest. */
  digest: string;
  answer: string | undefined;
}

const IDENTITY = 'merchant_id + account_id';
const RESULT = 'transaction_id + order_no + currency + amount + order_status + result_info';
const BATCH = `${IDENTITY} + every transaction_id + sign key`;

/** The title, encoding and digest of each kind of request. */
const REQUEST_KINDS: Readonly<Record<string, Pick<GatewayExchange, 'title' | 'body' | 'digest'>>> = {
  card: {
    title: 'Authorise a card payment',
    body: 'JSON',
    digest:
      `${IDENTITY} + order_no + currency + amount + first_name + last_name + card + expiration_year + ` +
      'expiration_month + security_code + shopper_email + sign key',
  },
  apm: {
    title: 'Authorise a payment',
    body: 'JSON',
    digest: `${IDENTITY} + order_no + currency + amount + first_name + last_name + shopper_email + sign key`,
  },
  checkout: {
    title: 'The browser opens the gateway’s page',
    body: 'form fields',
    digest: `${IDENTITY} + order_no + currency + amount + return_url + sign key`,
  },
  retrievalTrans: {
    title: 'Query a transaction',
    body: 'form fields',
    digest: `${IDENTITY} + sign key`,
  },
  retrievalRefund: {
    title: 'Query a refund',
    body: 'form fields',
    digest: `${IDENTITY} + sign key`,
  },
  refund: { title: 'Refund', body: 'JSON', digest: BATCH },
  updateOrders: { title: 'Send the result to the risk product', body: 'JSON', digest: BATCH },
};

/** The exchanges of one order, oldest first. */
export function exchangesOfOrder(
  orderNo: string,
  requests: readonly RecordedRequest[],
  notifications: readonly RecordedNotification[],
): GatewayExchange[] {
  return [
    ...requests.filter((request) => concernsOrder(orderNo, request.fields)).map(requestExchange),
    ...notifications.filter(({ fields }) => fields['order_no'] === orderNo).map(notificationExchange),
  ].sort((a, b) => a.at - b.at);
}

/** Order numbers and transaction IDs in the fields: single, comma-separated, or in the entries of a batch. */
function referencesIn(fields: Record<string, unknown>): string[] {
  const named = ['order_no', 'orders', 'trades', 'refund_orders', 'transaction_id'].map((name) => fields[name]);
  const texts = named.filter((value) => typeof value === 'string').flatMap((value) => value.split(','));
  const entries = [fields['refund_orders'], fields['update_orders']].filter((value) => Array.isArray(value)).flat();
  return [...texts, ...entries.flatMap((entry) => referencesIn(entry as Record<string, unknown>))];
}

/** The sandbox's transaction IDs begin with the order number. */
function concernsOrder(orderNo: string, fields: Record<string, unknown>): boolean {
  return referencesIn(fields).some((name) => name === orderNo || name.startsWith(`${orderNo}-`));
}

function requestExchange(request: RecordedRequest): GatewayExchange {
  const { fields, operation, response: answer } = request;
  const kind = operation === 'authorise' ? (typeof fields['payment_method'] === 'string' ? 'apm' : 'card') : operation;
  const known = REQUEST_KINDS[kind] ?? {
    title: 'Gateway request',
    body: 'JSON',
    digest: `${IDENTITY} + sign key`,
  };
  return {
    ...known,
    at: request.received_at,
    direction: 'out',
    name: `POST /v1/${operation}`,
    result: resultOf(operation, answer),
    contentType: request.content_type,
    fields,
    answer: answer === '' ? undefined : formatResponse(answer),
  };
}

function resultOf(operation: string, answer: string): string {
  if (operation === 'authorise') return payResult(answer);
  if (operation === 'retrievalTrans') return queryResult(answer);
  if (operation === 'checkout') return 'card page';
  return answer.includes('"return_status":"1"') ? 'accepted' : 'not accepted';
}

function notificationExchange(notification: RecordedNotification): GatewayExchange {
  const { fields, attempts, state } = notification;
  return {
    at: notification.created_at,
    direction: 'in',
    title: `Gateway notification: ${(fields['webhooks_type'] ?? 'PAYMENT').toLowerCase()}`,
    name: 'POST /gateway/notify',
    result: `${fields['result_info'] ?? ''} · ${state}${attempts > 1 ? `, ${String(attempts)} attempts` : ''}`,
    body: 'form fields',
    contentType: 'application/x-www-form-urlencoded',
    fields,
    digest: `${IDENTITY} + ${RESULT} + sign key`,
    answer: undefined,
  };
}

function payResult(answer: string): string {
  if (answer.includes('<issuer_url>')) return 'redirect to the issuer';
  return /<result_info>([^<]*)</.exec(answer)?.[1] ?? 'incomplete response';
}

const QUERY_RESULTS: Readonly<Record<string, string>> = { '3000': 'paid', '4000': 'declined', '2000': 'pending' };

function queryResult(answer: string): string {
  const status = /"payment_status":"(\d+)"/.exec(answer)?.[1];
  return status === undefined ? 'not found' : (QUERY_RESULTS[status] ?? status);
}
