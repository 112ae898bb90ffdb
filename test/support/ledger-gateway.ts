import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { authoriseResponse, sendXml } from './stub-gateway.ts';

/** A charge that the gateway made or declined. */
export interface Charge {
  orderNo: string;
  transactionId: string;
  amount: string;
  currency: string;
  paid: boolean;
}

/** The result of one request: whether the card is charged, and how much of the response arrives. */
export type GatewayReaction = 'pay' | 'decline' | 'drop' | 'pay_then_drop' | 'pay_then_half' | 'decline_then_drop';

/** A gateway that records its charges and answers queries from them; its responses can get lost. */
export interface LedgerGateway {
  url: string;
  readonly charges: Charge[];
  /** Authorise requests that arrived whole, by order. */
  readonly calls: Map<string, number>;
  /** Queries, by order. */
  readonly queries: Map<string, number>;
  react: (orderNo: string) => GatewayReaction;
  /** Changes to the fields of a response, by the request's fields. */
  responseChanges: (fields: Record<string, string>) => Record<string, string>;
  /** The delay of a response, in ms. */
  delay: () => number;
  /** Called as a request goes through the gateway, so that a test can kill its sender there. */
  onStage: (stage: 'arrived' | 'booked' | 'half_sent', orderNo: string) => void;
  /** Undefined: queries are answered from the ledger. */
  answerQuery: ((response: ServerResponse) => void) | undefined;
  close(): Promise<void>;
}

export async function startLedgerGateway(): Promise<LedgerGateway> {
  const server = createServer(
    (request, response) => void readBody(request).then((body) => route(request, body, response)),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const gateway: LedgerGateway = {
    url: `http://127.0.0.1:${String(typeof address === 'object' && address !== null ? address.port : 0)}`,
    charges: [],
    calls: new Map(),
    queries: new Map(),
    react: () => 'pay',
    responseChanges: () => ({}),
    delay: () => 0,
    onStage: () => undefined,
    answerQuery: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const route = (request: IncomingMessage, body: string, response: ServerResponse): void => {
    if (request.url?.endsWith('/v1/authorise') === true) authorise(gateway, JSON.parse(body) as Fields, response);
    else query(gateway, new URLSearchParams(body), response);
  };
  return gateway;
}

type Fields = Record<string, string>;

function authorise(gateway: LedgerGateway, fields: Fields, response: ServerResponse): void {
  const orderNo = String(fields['order_no']);
  count(gateway.calls, orderNo);
  gateway.onStage('arrived', orderNo);
  const reaction = gateway.react(orderNo);
  if (reaction === 'drop') {
    response.destroy();
    return;
  }
  const taken = reaction.startsWith('pay');
  const transactionId = `${orderNo}-${String(gateway.calls.get(orderNo)).padStart(5, '0')}`;
  const { amount = '', currency = '' } = fields;
  gateway.charges.push({ orderNo, transactionId, amount, currency, paid: taken });
  gateway.onStage('booked', orderNo);
  const said = taken ? {} : { order_status: '0', result_info: 'D0005:Do not honour' };
  const answer = authoriseResponse(fields, {
    transaction_id: transactionId,
    ...said,
    ...gateway.responseChanges(fields),
  });
  const reply = (): void => {
    if (reaction.endsWith('then_drop')) response.destroy();
    else if (reaction === 'pay_then_half') sendHalf(gateway, orderNo, answer, response);
    else sendXml(response, answer);
  };
  const delay = gateway.delay();
  if (delay > 0) setTimeout(reply, delay);
  else reply();
}

function sendHalf(gateway: LedgerGateway, orderNo: string, answer: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': answer.length });
  response.write(answer.slice(0, answer.length / 2), () => {
    gateway.onStage('half_sent', orderNo);
    response.destroy();
  });
}

function query(gateway: LedgerGateway, form: URLSearchParams, response: ServerResponse): void {
  const listed = (name: string): string[] => (form.get(name) ?? '').split(',').filter((value) => value !== '');
  const orders = new Set(listed('orders'));
  const trades = new Set(listed('trades'));
  const found = gateway.charges.filter((charge) => orders.has(charge.orderNo) || trades.has(charge.transactionId));
  for (const order of new Set([...orders, ...found.map((charge) => charge.orderNo)])) count(gateway.queries, order);
  if (gateway.answerQuery !== undefined) {
    gateway.answerQuery(response);
    return;
  }
  const orders_list = found.map((charge, index) => ({
    order_no: charge.orderNo,
    transaction_id: charge.transactionId,
    amount: charge.amount,
    currency: charge.currency,
    payment_status: charge.paid ? '3000' : '4000',
    query_result: '1',
    transaction_date: `203001010000${String(index % 60).padStart(2, '0')}`,
  }));
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ return_status: '1', orders_list }));
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** A notification about a charge, signed with the merchant's key. */
export function notificationOf(
  charge: Pick<Charge, 'orderNo' | 'transactionId' | 'amount' | 'currency' | 'paid'>,
  changes: Fields = {},
  key: string = SANDBOX_CREDENTIALS.sign_key,
): Fields {
  const fields: Fields = {
    merchant_id: SANDBOX_CREDENTIALS.merchant_id,
    account_id: SANDBOX_CREDENTIALS.account_id,
    order_no: charge.orderNo,
    currency: charge.currency,
    amount: charge.amount,
    transaction_id: charge.transactionId,
    order_status: charge.paid ? '1' : '0',
    result_info: charge.paid ? '0000:Success' : 'D0005:Do not honour',
    webhooks_type: 'PAYMENT',
    ...changes,
  };
  return { ...fields, encryption_data: computeDigest(DEFAULT_PROFILE.recipes.result, fields, key) };
}
