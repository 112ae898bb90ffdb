import { readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import { authorise } from './acquiring/authorise.ts';
import { findMerchant } from './acquiring/batch.ts';
import { encodeResultXml } from './acquiring/result-xml.ts';
import { gatewayPageRoutes } from './gateway-page-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { createSandboxState, resetSandboxState, type SandboxOptions } from './create-state.ts';
import { injectFault } from './faults.ts';
import { issuerPageRoutes } from './issuer-page-routes.ts';
import { IssuingRefusalError, toFailureEnvelope } from './issuing/envelope.ts';
import { ISSUING_OPERATIONS, runIssuingOperation } from './issuing/operations.ts';
import { JSON_RESPONSE_OPERATIONS, type JsonResponseOperationName } from './acquiring/operations.ts';
import { overviewPage } from './pages/overview.ts';
import { parseJsonFormValues, readRequestFields, type DecodedRequest } from './read-request.ts';
import type { SandboxState } from './state.ts';

export interface Sandbox {
  app: Hono;
  fetch: (request: Request, ...rest: unknown[]) => Response | Promise<Response>;
  request: Hono['request'];
  /** The ledger and switches, for tests in the same process. */
  state: SandboxState;
  close(): Promise<void>;
}

/**
 * The gateway simulator: the interface's acquiring and issuing sides, its issuers' pages and a control API, in memory.
 * @throws CheckoutError `configuration_invalid` for a sign key that is not one of the sandbox
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const state = createSandboxState(options);
  const app = new Hono();
  app.use(setDefaultHeaders);
  const { operations = {}, issuing_operations: issuing = {} } = options.profile ?? {};
  const { path: payPath = '/v1/authorise', encoding: payEncoding = 'json' } = operations['authorise'] ?? {};
  app.post(payPath, (c) => handleOperation(state, c, 'authorise', handleAuthorise(payEncoding)));
  for (const [name, operation] of Object.entries(JSON_RESPONSE_OPERATIONS)) {
    const { path = operation.path, encoding = operation.encoding, method = 'POST' } = operations[name] ?? {};
    app.on(method, path, (c) =>
      handleOperation(state, c, name, handleJsonOperation(name as JsonResponseOperationName, encoding)),
    );
  }
  for (const operation of ISSUING_OPERATIONS) {
    app.post(issuing[operation.name]?.path ?? operation.path, (c) =>
      handleOperation(state, c, operation.path, (_state, fields, { encoding }) =>
        toJsonResponse(
          encoding === 'json'
            ? runIssuingOperation(state, operation, fields)
            : toFailureEnvelope(new IssuingRefusalError('invalid', 'JSON is expected')),
        ),
      ),
    );
  }
  app.route('/', gatewayPageRoutes(state, operations['checkout']?.path ?? '/v1/checkout'));
  app.route('/issuer', issuerPageRoutes(state));
  app.use('/control/*', async (c, next) => {
    const { hostname } = new URL(c.req.url);
    const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
    // A page of another site could send what needs no answer.
    const foreign = c.req.header('sec-fetch-site') === 'cross-site';
    return (local || options.control === true) && !foreign ? next() : c.notFound();
  });
  app.route(
    '/control',
    controlRoutes(state, () => resetSandboxState(state)),
  );
  app.get('/', () => overviewPage(state));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  for (const [file, type] of Object.entries(ASSETS)) serveAsset(app, file, type);
  app.onError((error, c) => {
    if (!(error instanceof CheckoutError)) process.stderr.write(`sandbox: ${error.stack ?? error.message}\n`);
    return c.json({ code: 'internal_error', message: 'The sandbox failed' }, 500);
  });
  return {
    app,
    fetch: (request, ...rest) => app.fetch(request, ...(rest as [])),
    request: app.request,
    state: state,
    close() {
      state.notifier.close();
      state.clock.clear();
      return Promise.resolve();
    },
  };
}

/** What is no page does nothing when it is opened as one. */
async function setDefaultHeaders(c: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(DEFAULT_HEADERS)) if (!headers.has(name)) headers.set(name, value);
}

const DEFAULT_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

interface OperationResponse {
  response: Response;
  recorded: string;
}
interface RequestContext {
  c: Context;
  encoding: DecodedRequest['encoding'];
}
/** The encoding of a body. */
type Encoding = 'json' | 'form';
type OperationHandler = (
  state: SandboxState,
  fields: Record<string, unknown>,
  asked: RequestContext,
) => OperationResponse;

/** Reads, records, processes and answers a request; an armed scenario may alter the response. */
async function handleOperation(
  state: SandboxState,
  c: Context,
  operation: string,
  work: OperationHandler,
): Promise<Response> {
  const { fields, encoding } = await readRequestFields(c.req.raw);
  const orderNo = typeof fields['order_no'] === 'string' ? fields['order_no'] : undefined;
  const scenario = state.scenarios.take(operation, orderNo);
  const received = state.recordRequest({ operation, content_type: c.req.header('content-type') ?? '', fields });
  if (scenario?.after_charge === false) return injectFault(c, scenario, new Response(null));
  const { response, recorded: answer } = work(state, fields, { c, encoding });
  received.response = answer;
  return scenario === undefined ? response : injectFault(c, scenario, response);
}

const handleAuthorise =
  (expected: Encoding): OperationHandler =>
  (state, fields, { c, encoding }) => {
    const asked = { origin: new URL(c.req.url).origin, encoding, expected };
    const usual = state.translator.decodeFields('authorise', fields);
    const { status, result } = authorise(state, encoding === 'form' ? parseJsonFormValues(usual) : usual, asked);
    const answer = encodeResultXml(state.translator.encodeFields('result', result));
    return {
      recorded: answer,
      response: new Response(answer, { status, headers: { 'content-type': 'application/xml; charset=utf-8' } }),
    };
  };

const handleJsonOperation =
  (name: JsonResponseOperationName, expected: Encoding): OperationHandler =>
  (state, fields, { encoding }) => {
    const { run, encoding: defaultEncoding } = JSON_RESPONSE_OPERATIONS[name];
    const asked = state.translator.decodeFields(name, fields);
    const answered = (body: Record<string, unknown>): OperationResponse =>
      toJsonResponse(state.translator.encodeFields(name, signResponse(state, name, body)));
    if (encoding !== expected && encoding !== 'query') return answered(refuseEncoding(name, asked, expected));
    return answered(
      run(state, encoding === defaultEncoding || encoding === 'json' ? asked : parseJsonFormValues(asked)),
    );
  };

/** A response with its own digest if the profile has a recipe; otherwise it repeats the request's. */
function signResponse(state: SandboxState, operation: string, body: Record<string, unknown>): Record<string, unknown> {
  const recipe = state.translator.responseRecipeOf(operation);
  const key = findMerchant(state, body)?.sign_keys[0];
  if (recipe === undefined || key === undefined) return body;
  const items = Object.values(body).find(Array.isArray) as { transaction_id?: string }[] | undefined;
  const ids = (items ?? []).map(({ transaction_id: id = '' }) => id);
  return { ...body, encryption_data: state.signer.sign(recipe, { ...body, transaction_ids: ids }, key) };
}

/** The response to a body in another encoding than the operation's, in the operation's format. */
function refuseEncoding(
  name: JsonResponseOperationName,
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

/** The recorded part of a response contains no card number and no code. */
function toJsonResponse(body: Record<string, unknown>): OperationResponse {
  const answer = JSON.stringify(body, (name, value: unknown) => {
    if (name === 'cvv') return '***';
    return name === 'card_number' && typeof value === 'string' ? `${value.slice(0, 6)}***${value.slice(-4)}` : value;
  });
  return { recorded: answer, response: Response.json(body) };
}

/** The sandbox's own files, and the typeface that it shares with the companion's pages. */
const ASSETS: Readonly<Record<string, string>> = {
  'assets/sandbox.css': 'text/css; charset=utf-8',
  'assets/dialog.css': 'text/css; charset=utf-8',
  'assets/bank.css': 'text/css; charset=utf-8',
  'assets/overview.css': 'text/css; charset=utf-8',
  'assets/overview.js': 'text/javascript; charset=utf-8',
  'assets/sandbox.svg': 'image/svg+xml',
  '../assets/type.css': 'text/css; charset=utf-8',
  '../assets/fonts/geist-latin.woff2': 'font/woff2',
  '../assets/fonts/geist-latin-ext.woff2': 'font/woff2',
};

/** Serves a file of an `assets` folder at its path within that folder. */
function serveAsset(app: Hono, file: string, type: string): void {
  const body = new Uint8Array(readFileSync(new URL(file, import.meta.url)));
  const headers = { 'content-type': type, 'cache-control': 'max-age=300' };
  app.get(file.slice(file.indexOf('assets/') + 'assets'.length), () => new Response(body, { headers }));
}
