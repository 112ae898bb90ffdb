import { readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import { authorise } from './acquiring/authorise.ts';
import { toXml } from './acquiring/answer-xml.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { createWorld, resetWorld, type SandboxOptions } from './create-world.ts';
import { spoil } from './faults.ts';
import { issuerRoutes } from './issuer-routes.ts';
import { Refusal, failure } from './issuing/answer.ts';
import { ISSUING_OPERATIONS, runIssuing } from './issuing/operate.ts';
import { JSON_OPERATIONS, type JsonOperationName } from './operations.ts';
import { booksPage } from './pages/books.ts';
import { fromPairs, readFields, type ReadRequest } from './read-request.ts';
import type { World } from './world.ts';

export interface Sandbox {
  app: Hono;
  fetch: (request: Request, ...rest: unknown[]) => Response | Promise<Response>;
  request: Hono['request'];
  /** The books and switches, for tests in the same process. */
  world: World;
  close(): Promise<void>;
}

/**
 * The gateway simulator: the interface's acquiring and issuing sides, its issuers' pages and a control API, in memory.
 * @throws CheckoutError `configuration_invalid` for a sign key that is not one of the sandbox
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const world = createWorld(options);
  const app = new Hono();
  app.use(guardAnswers);
  const { operations = {}, issuing_operations: issuing = {} } = options.profile ?? {};
  const { path: payPath = '/v1/authorise', encoding: payEncoding = 'json' } = operations['authorise'] ?? {};
  app.post(payPath, (c) => operate(world, c, 'authorise', authoriseReply(payEncoding)));
  for (const [name, operation] of Object.entries(JSON_OPERATIONS)) {
    const { path = operation.path, encoding = operation.encoding, method = 'POST' } = operations[name] ?? {};
    app.on(method, path, (c) => operate(world, c, name, jsonReply(name as JsonOperationName, encoding)));
  }
  for (const operation of ISSUING_OPERATIONS) {
    app.post(issuing[operation.name]?.path ?? operation.path, (c) =>
      operate(world, c, operation.path, (_world, fields, { encoding }) =>
        toJson(
          encoding === 'json'
            ? runIssuing(world, operation, fields)
            : failure(new Refusal('invalid', 'JSON is expected')),
        ),
      ),
    );
  }
  app.route('/', checkoutRoutes(world, operations['checkout']?.path ?? '/v1/checkout'));
  app.route('/issuer', issuerRoutes(world));
  app.use('/control/*', async (c, next) => {
    const { hostname } = new URL(c.req.url);
    const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
    // A page of another site could send what needs no answer.
    const foreign = c.req.header('sec-fetch-site') === 'cross-site';
    return (local || options.control === true) && !foreign ? next() : c.notFound();
  });
  app.route(
    '/control',
    controlRoutes(world, () => resetWorld(world)),
  );
  app.get('/', () => booksPage(world));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  serveAsset(app, 'sandbox.css', 'text/css; charset=utf-8');
  serveAsset(app, 'sandbox.svg', 'image/svg+xml');
  app.onError((error, c) => {
    if (!(error instanceof CheckoutError)) process.stderr.write(`sandbox: ${error.stack ?? error.message}\n`);
    return c.json({ code: 'internal_error', message: 'The sandbox failed' }, 500);
  });
  return {
    app,
    fetch: (request, ...rest) => app.fetch(request, ...(rest as [])),
    request: app.request,
    world,
    close() {
      world.notifier.close();
      world.clock.clear();
      return Promise.resolve();
    },
  };
}

/** What is no page does nothing when it is opened as one. */
async function guardAnswers(c: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(ANSWER_HEADERS)) if (!headers.has(name)) headers.set(name, value);
}

const ANSWER_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

interface Replied {
  response: Response;
  answer: string;
}
interface Asked {
  c: Context;
  encoding: ReadRequest['encoding'];
}
/** How a body has to be written. */
type Encoding = 'json' | 'form';
type Reply = (world: World, fields: Record<string, unknown>, asked: Asked) => Replied;

/** Reads, remembers, works, answers, and lets an armed scenario spoil the answer. */
async function operate(world: World, c: Context, operation: string, work: Reply): Promise<Response> {
  const { fields, encoding } = await readFields(c.req.raw);
  const orderNo = typeof fields['order_no'] === 'string' ? fields['order_no'] : undefined;
  const scenario = world.scenarios.take(operation, orderNo);
  const received = world.remember({ operation, content_type: c.req.header('content-type') ?? '', fields });
  if (scenario?.after_charge === false) return spoil(c, scenario, new Response(null));
  const { response, answer } = work(world, fields, { c, encoding });
  received.answer = answer;
  return scenario === undefined ? response : spoil(c, scenario, response);
}

const authoriseReply =
  (expected: Encoding): Reply =>
  (world, fields, { c, encoding }) => {
    const asked = { origin: new URL(c.req.url).origin, encoding, expected };
    const usual = world.dialect.toUsual('authorise', fields);
    const { status, result } = authorise(world, encoding === 'form' ? fromPairs(usual) : usual, asked);
    const answer = toXml(world.dialect.fromUsual('result', result));
    return {
      answer,
      response: new Response(answer, { status, headers: { 'content-type': 'application/xml; charset=utf-8' } }),
    };
  };

const jsonReply =
  (name: JsonOperationName, expected: Encoding): Reply =>
  (world, fields, { encoding }) => {
    const { work, encoding: usual } = JSON_OPERATIONS[name];
    const asked = world.dialect.toUsual(name, fields);
    const answered = (body: Record<string, unknown>): Replied => toJson(world.dialect.fromUsual(name, body));
    if (encoding !== expected && encoding !== 'query') return answered(refuseEncoding(name, asked, expected));
    return answered(work(world, encoding === usual || encoding === 'json' ? asked : fromPairs(asked)));
  };

/** A body that is not written as the operation has it; answered in the operation's own words. */
function refuseEncoding(
  name: JsonOperationName,
  fields: Record<string, unknown>,
  expected: Encoding,
): Record<string, unknown> {
  const message = `I0003:The body has to be written as ${expected}`;
  const { merchant_id, account_id, encryption_data } = fields;
  const head = { merchant_id, account_id, encryption_data };
  return name === 'cancelsubscription'
    ? { ...head, cancel_status: '0', error_message: message }
    : { ...head, return_status: '0', return_message: message };
}

/** What is remembered of an answer holds no card number and no code. */
function toJson(body: Record<string, unknown>): Replied {
  const answer = JSON.stringify(body, (name, value: unknown) => {
    if (name === 'cvv') return '***';
    return name === 'card_number' && typeof value === 'string' ? `${value.slice(0, 6)}***${value.slice(-4)}` : value;
  });
  return { answer, response: Response.json(body) };
}

function serveAsset(app: Hono, name: string, type: string): void {
  const body = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  app.get(`/${name}`, () => new Response(body, { headers: { 'content-type': type, 'cache-control': 'max-age=300' } }));
}
