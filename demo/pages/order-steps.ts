/** A request as the sandbox's control API tells of it. */
export interface SeenRequest {
  operation: string;
  at: number;
  content_type: string;
  fields: Record<string, unknown>;
  answer: string;
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

const DIGESTS = {
  card:
    'merchant_id + account_id + order_no + currency + amount + first_name + last_name + card + expiration_year + ' +
    'expiration_month + security_code + shopper_email + sign key',
  apm: 'merchant_id + account_id + order_no + currency + amount + first_name + last_name + shopper_email + sign key',
  query: 'merchant_id + account_id + sign key',
  result:
    'merchant_id + account_id + transaction_id + order_no + currency + amount + order_status + result_info + sign key',
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

/** Queries name several orders or transactions, joined by commas; a transaction's id begins with its order's number. */
function isAbout(orderNo: string, fields: Record<string, unknown>): boolean {
  const names = [fields['order_no'], fields['orders'], fields['trades']]
    .filter((value) => typeof value === 'string')
    .flatMap((value) => value.split(','));
  return names.some((name) => name === orderNo || name.startsWith(`${orderNo}-`));
}

function toRequestStep(request: SeenRequest): Step {
  const { fields } = request;
  const method = fields['payment_method'];
  const isQuery = request.operation !== 'authorise';
  const isApm = typeof method === 'string';
  const pay = isApm ? `The companion asks for a payment by ${method}` : 'The companion asks to charge the card';
  return {
    at: request.at,
    direction: 'out',
    title: isQuery ? 'The companion asks what became of it' : pay,
    name: `POST /v1/${request.operation}`,
    result: isQuery ? queryResult(request.answer) : payResult(request.answer),
    form: isQuery ? 'Form fields' : 'A JSON object',
    contentType: request.content_type,
    fields,
    digest: isQuery ? DIGESTS.query : isApm ? DIGESTS.apm : DIGESTS.card,
    answer: isQuery ? indent(request.answer) : request.answer,
  };
}

function toNotificationStep(notification: SeenNotification): Step {
  const { fields, attempts, state } = notification;
  return {
    at: notification.created_at,
    direction: 'in',
    title: 'The gateway sends word',
    name: 'POST /gateway/notify',
    result: `${fields['result_info'] ?? ''} · ${state}${attempts > 1 ? `, ${String(attempts)} tries` : ''}`,
    form: 'Form fields',
    contentType: 'application/x-www-form-urlencoded',
    fields,
    digest: DIGESTS.result,
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
