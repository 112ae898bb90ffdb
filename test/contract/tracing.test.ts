import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTransport } from '../../server/gateway/transport.ts';
import { observeTransport } from '../../server/observability/observe-transport.ts';
import { recordedSpans, recordSpans } from '../support/recorded-spans.ts';
import { startTestSystem, createCardSubmit, type TestSystem } from '../support/system.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
let system: TestSystem;

beforeAll(async () => {
  const stop = recordSpans();
  system = await startTestSystem();
  return async () => {
    await system.close();
    stop();
  };
});
beforeEach(forgetSpans);

const spans = (): typeof recordedSpans => recordedSpans;

function forgetSpans(): void {
  recordedSpans.length = 0;
}

async function payTraced(): Promise<string> {
  const { token } = await system.openSession();
  forgetSpans();
  const response = await system.companion.fetch(
    new Request('http://pay.localhost:4001/checkout/payments', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-${PARENT}-01`,
      },
      body: JSON.stringify(createCardSubmit()),
    }),
  );
  expect(response.status).toBe(200);
  return token;
}

test('a payment is one trace with spans for the request, the database and the gateway', async () => {
  await payTraced();
  const request = spans().find((span) => span.kind === SpanKind.SERVER)!;
  expect(request.name).toBe('POST /checkout/payments');
  expect(request.spanContext().traceId).toBe(TRACE);
  expect(request.parentSpanContext?.spanId).toBe(PARENT);
  expect(request.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/checkout/payments',
    'http.response.status_code': 200,
    'tillgate.payment_id': expect.stringMatching(/^pay_/) as string,
    'tillgate.session_id': expect.stringMatching(/^ses_/) as string,
  });
  const gateway = spans().find((span) => span.name === 'gateway authorise')!;
  expect(gateway.kind).toBe(SpanKind.CLIENT);
  expect(gateway.attributes).toEqual({ 'tillgate.operation': 'authorise', 'tillgate.result': 'ok' });
  const names = spans().map((span) => span.name);
  expect(names).toEqual(expect.arrayContaining(['store beginPayment', 'store updatePayment']));
  expect(spans().every((span) => span.spanContext().traceId === TRACE)).toBe(true);
});

test('no span contains shopper data, order data or secrets', async () => {
  const token = await payTraced();
  await system.get('/v1/payments?email=ana@example.com');
  const all = JSON.stringify(
    spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
  for (const word of ['4242', '123"', 'Ana', 'Souza', 'ana@example.com', '24.00', token, '127.0.0.1']) {
    expect(all, word).not.toContain(word);
  }
  // An order number; its beginning alone may stand in a random ID.
  expect(all).not.toMatch(/T-\d+-/);
});

test('a lost response marks the gateway span as an error', async () => {
  system.sandbox.sandbox.state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  await payTraced();
  const gateway = spans().find((span) => span.name === 'gateway authorise')!;
  expect(gateway.attributes['tillgate.result']).toBe('lost');
  expect(gateway.status.code).toBe(SpanStatusCode.ERROR);
});

test('no trace context is sent to the gateway, also by instrumentation of the HTTP client', async () => {
  const carriers: Record<string, string>[] = [];
  const transport = observeTransport(
    {
      send() {
        const carrier: Record<string, string> = {};
        propagation.inject(context.active(), carrier);
        carriers.push(carrier);
        return Promise.resolve({ kind: 'lost', reason: 'never sent' });
      },
      close: () => Promise.resolve(),
    },
    () => undefined,
  );
  const outside: Record<string, string> = {};
  await trace.getTracer('test').startActiveSpan('outside', async (span) => {
    propagation.inject(context.active(), outside);
    await transport.send({ path: '/', contentType: 'text/plain', accept: '*/*', body: '' });
    span.end();
  });
  expect(outside['traceparent']).toContain('00-');
  expect(carriers).toEqual([{}]);
});

test('requests to the gateway have no trace headers', async () => {
  const { createServer } = await import('node:http');
  const seen: string[][] = [];
  const server = createServer((request, response) => {
    seen.push(Object.keys(request.headers));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const transport = observeTransport(createTransport(`http://127.0.0.1:${String(port)}`), () => undefined);
  await trace.getTracer('test').startActiveSpan('outside', async (span) => {
    await transport.send({ path: '/', contentType: 'text/plain', accept: '*/*', body: 'x' });
    span.end();
  });
  await transport.close();
  server.close();
  expect(seen).toHaveLength(1);
  expect(seen[0]!.filter((name) => /trace|baggage/.test(name))).toEqual([]);
});

test('idle polling starts no trace, and a job that runs is one trace', async () => {
  let ahead = 0;
  const own = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
  await own.companion.reconcile();
  await own.companion.fetch(new Request('http://pay.localhost:4001/readyz'));
  expect(spans()).toEqual([]);
  own.sandbox.sandbox.state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  await own.pay((await own.openSession()).token);
  forgetSpans();
  ahead = 20_000;
  await own.companion.reconcile();
  await own.close();
  const job = spans().find((span) => span.name === 'job reconcile')!;
  const query = spans().find((span) => span.name === 'gateway retrievalTrans')!;
  expect(query.parentSpanContext?.spanId).toBe(job.spanContext().spanId);
  expect(new Set(spans().map((span) => span.spanContext().traceId)).size).toBe(1);
});
