import { Hono } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import {
  API_ROUTES,
  depsForCaller,
  type CallErrorCodes,
  parseQuery,
  paymentFilterOf,
  PaymentListQuery,
} from '../api/index.ts';
import { exportCsv, exportPayments } from '../back-office/index.ts';
import type { CompanionDeps } from '../companion-deps.ts';
import { type AppEnv, requireScope } from '../http/index.ts';
import type { ConsoleSignIns } from '../sign-in/index.ts';

/** The lists of the merchant API that the console exports, with their columns: fields of an entry, by path. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  sessions: [
    ...['id', 'account', 'created_at', 'expires_at', 'status', 'order_no', 'currency', 'amount', 'shopper_email'],
    ...['payment_id', 'attempts_left'],
  ],
  refunds: [
    ...['id', 'account', 'created_at', 'updated_at', 'status', 'order_no', 'payment_id', 'transaction_id'],
    ...['refund_reference_id', 'currency', 'amount', 'refund_amount', 'refund_reason', 'shopper_email'],
    ...['code', 'message'],
  ],
  disputes: [
    ...['id', 'account', 'created_at', 'updated_at', 'status', 'order_no', 'payment_id', 'transaction_id'],
    ...['currency', 'amount', 'shopper_email', 'reason', 'code', 'due_at', 'due_by'],
  ],
  subscriptions: [
    ...['recurring_id', 'account', 'created_at', 'updated_at', 'status', 'contract_name', 'currency', 'amount'],
    ...['recurring_deduction_period', 'recurring_deduction_time', 'shopper_email', 'payment_id'],
  ],
  operations: [
    ...['id', 'account', 'created_at', 'updated_at', 'operation', 'status', 'request_id', 'order_id'],
    ...['request.payment_currency', 'request.payment_amount', 'request.beneficiary.name', 'request.reference'],
    ...['code', 'message'],
  ],
  audit: ['id', 'at', 'key_id', 'user_name', 'action', 'target', 'order_no', 'request_id', 'status', 'via'],
};

/** The calls that return a list as CSV, with their error codes. */
export const CONSOLE_EXPORT_CALLS_WITH_ERROR_CODES: readonly CallErrorCodes[] = [
  'payments',
  ...Object.keys(EXPORTS),
].map((list) => ({
  method: 'GET',
  path: `/console/${list}.csv`,
  errors: ['unauthenticated', 'forbidden'],
}));

/** The export of lists as CSV, with the filters of the API's list. */
export function consoleExportRoutes(deps: CompanionDeps, sessions: ConsoleSignIns): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const respond = (list: string, stream: ReadableStream<Uint8Array<ArrayBuffer>>): Response =>
    new Response(stream, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${list}.csv"`,
        'cache-control': 'no-store',
      },
    });
  app.get('/payments.csv', async (c) => {
    const { caller } = await sessions.requireForDownload(c);
    requireScope(caller, 'read');
    const query = PaymentListQuery.safeParse(c.req.query());
    if (!query.success) throw new CheckoutError('invalid_request');
    return respond('payments', exportPayments(depsForCaller(deps, caller).store, paymentFilterOf(query.data)));
  });
  for (const [list, columns] of Object.entries(EXPORTS)) {
    const route = API_ROUTES.find(({ method, path }) => method === 'GET' && path === `/${list}`);
    if (route === undefined) throw new Error(`The API has no list ${list}.`);
    app.get(`/${list}.csv`, async (c) => {
      const { caller } = await sessions.requireForDownload(c);
      requireScope(caller, route.scope);
      const filter = parseQuery(route, c.req.query()) as Record<string, string | undefined>;
      const stream = exportCsv(columns, async (cursor) => {
        const query = { ...filter, cursor, limit: '100' };
        const { body } = await route.handle({
          deps: depsForCaller(deps, caller),
          caller,
          query,
          body: undefined,
          params: {},
          seed: '',
        });
        const { next_cursor: nextCursor, ...entries } = body as Record<string, object[]> & {
          next_cursor: string | null;
        };
        return {
          rows: Object.values(entries)
            .flat()
            .map((entry) => columns.map((path) => cellOf(entry, path))),
          nextCursor,
        };
      });
      return respond(list, stream);
    });
  }
  return app;
}

/** The value at a path such as `request.beneficiary.name`; empty without one. */
function cellOf(entry: object, path: string): string {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], entry);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
