/** A request as the sandbox's control API tells of it. */
export interface SeenRequest {
  operation: string;
  received_at: number;
  content_type: string;
  fields: Record<string, unknown>;
  response: string;
}

/** A notification as the sandbox's control API tells of it. */
export interface SeenNotification {
  fields: Record<string, string>;
  attempts: number;
  state: string;
  created_at: number;
}

/** One exchange between companion and gateway, in words. */
export interface Step {
  at: number;
  direction: 'out' | 'in';
  title: string;
  name: string;
  /** How it ended, in a few words. */
  result: string;
  form: 'A JSON object' | 'Form fields';
  contentType: string;
  fields: Record<string, unknown>;
  /** What the digest was made of. */
  digest: string;
  answer: string | undefined;
}

const IDENTITY = 'merchant_id + account_id';
const RESULT = 'transaction_id + order_no + currency + amount + order_status + result_info';
const BATCH = `${IDENTITY} + every transaction_id + sign key`;

/** What each request asks for, how it is written, and what its digest is made of. */
const KINDS: Readonly<Record<string, Pick<Step, 'title' | 'form' | 'digest'>>> = {
  card: {
    title: 'The companion asks to charge the card',
    form: 'A JSON object',
    digest:
      `${IDENTITY} + order_no + currency + amount + first_name + last_name + card + expiration_year + ` +
      'expiration_month + security_code + shopper_email + sign key',
  },
  apm: {
    title: 'The companion asks for a payment',
    form: 'A JSON object',
    digest: `${IDENTITY} + order_no + currency + amount + first_name + last_name + shopper_email + sign key`,
  },
  checkout: {
    title: 'Your browser opens the gateway’s page',
    form: 'Form fields',
    digest: `${IDENTITY} + order_no + currency + amount + return_url + sign key`,
  },
  retrievalTrans: {
    title: 'The companion asks what became of it',
    form: 'Form fields',
    digest: `${IDENTITY} + sign key`,
  },
  retrievalRefund: {
    title: 'The companion asks what became of the refund',
    form: 'Form fields',
    digest: `${IDENTITY} + sign key`,
  },
  refund: { title: 'The companion gives money back', form: 'A JSON object', digest: BATCH },
  updateOrders: { title: 'The companion tells the risk product how it ended', form: 'A JSON object', digest: BATCH },
};

/** What passed between companion and gateway for one order, oldest first. */
export function toSteps(
  orderNo: string,
  requests: readonly SeenRequest[],
  notifications: readonly SeenNotification[],
): Step[] {
  return [
    ...requests.filter((request) => isAbout(orderNo, request.fields)).map(toRequestStep),
    ...notifications.filter(({ fields }) => fields['order_no'] === orderNo).map(toNotificationStep),
  ].sort((a, b) => a.at - b.at);
}

/** Fields that name orders or transactions: alone, joined by commas, or in the entries of a batch. */
function namesIn(fields: Record<string, unknown>): string[] {
  const named = ['order_no', 'orders', 'trades', 'refund_orders', 'transaction_id'].map((name) => fields[name]);
  const texts = named.filter((value) => typeof value === 'string').flatMap((value) => value.split(','));
  const entries = [fields['refund_orders'], fields['update_orders']].filter((value) => Array.isArray(value)).flat();
  return [...texts, ...entries.flatMap((entry) => namesIn(entry as Record<string, unknown>))];
}

/** A transaction's id begins with its order's number. */
function isAbout(orderNo: string, fields: Record<string, unknown>): boolean {
  return namesIn(fields).some((name) => name === orderNo || name.startsWith(`${orderNo}-`));
}

function toRequestStep(request: SeenRequest): Step {
  const { fields, operation, response: answer } = request;
  const kind = operation === 'authorise' ? (typeof fields['payment_method'] === 'string' ? 'apm' : 'card') : operation;
  const known = KINDS[kind] ?? { title: 'The companion asks', form: 'A JSON object', digest: `${IDENTITY} + sign key` };
  return {
    ...known,
    at: request.received_at,
    direction: 'out',
    name: `POST /v1/${operation}`,
    result: resultOf(operation, answer),
    contentType: request.content_type,
    fields,
    answer: answer === '' ? undefined : answer.startsWith('{') ? indent(answer) : answer,
  };
}

function resultOf(operation: string, answer: string): string {
  if (operation === 'authorise') return payResult(answer);
  if (operation === 'retrievalTrans') return queryResult(answer);
  if (operation === 'checkout') return 'a page for the card';
  return answer.includes('"return_status":"1"') ? 'taken' : 'not taken';
}

function toNotificationStep(notification: SeenNotification): Step {
  const { fields, attempts, state } = notification;
  return {
    at: notification.created_at,
    direction: 'in',
    title: `The gateway sends word: ${(fields['webhooks_type'] ?? 'PAYMENT').toLowerCase()}`,
    name: 'POST /gateway/notify',
    result: `${fields['result_info'] ?? ''} · ${state}${attempts > 1 ? `, ${String(attempts)} tries` : ''}`,
    form: 'Form fields',
    contentType: 'application/x-www-form-urlencoded',
    fields,
    digest: `${IDENTITY} + ${RESULT} + sign key`,
    answer: undefined,
  };
}

function payResult(answer: string): string {
  if (answer.includes('<issuer_url>')) return 'the shopper has to go to the issuer';
  return /<result_info>([^<]*)</.exec(answer)?.[1] ?? 'no whole answer';
}

const QUERY_RESULTS: Readonly<Record<string, string>> = { '3000': 'paid', '4000': 'declined', '2000': 'pending' };

function queryResult(answer: string): string {
  const status = /"payment_status":"(\d+)"/.exec(answer)?.[1];
  return status === undefined ? 'not found' : (QUERY_RESULTS[status] ?? status);
}

function indent(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    // An answer that a scenario broke is shown as it was.
    return json;
  }
}
