import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTracing } from '../../server/observability/start-tracing.ts';
import { SERVE_API_KEY, startServeProcess } from '../support/serve-process.ts';
import { nextOrderNo, TEST_SESSION_FIELDS } from '../support/system.ts';

interface Collected {
  path: string;
  headers: Record<string, unknown>;
  body: string;
}

const folder = mkdtempSync(join(tmpdir(), 'tillgate-traces-'));
const collected: Collected[] = [];
let collector: Server;
let endpoint: string;

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      collected.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${String((collector.address() as AddressInfo).port)}`;
});
afterAll(() => {
  collector.close();
  rmSync(folder, { recursive: true, force: true });
});

test('tillgate serve exports traces by the OpenTelemetry variables, the last ones at its end', async () => {
  const companion = await startServeProcess({
    TILLGATE_DATA_DIR: folder,
    TILLGATE_DRAIN_DELAY: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=shop-7',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  });
  const body = { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() };
  const answer = await companion.request('/v1/sessions', { method: 'POST', token: SERVE_API_KEY, body });
  expect(answer.status).toBe(201);
  companion.process.kill('SIGTERM');
  expect(await companion.ended).toBe(0);
  expect(collected.length).toBeGreaterThan(0);
  expect(collected.every(({ path, headers }) => path === '/v1/traces' && headers['x-tenant'] === 'shop-7')).toBe(true);
  const sent = collected.map((entry) => entry.body).join('\n');
  for (const part of ['POST /v1/sessions', 'store createSession', '"tillgate"', 'deployment.environment']) {
    expect(sent, part).toContain(part);
  }
  for (const secret of [SERVE_API_KEY, 'ana@example.com', body.order_no, 'sign_key'])
    expect(sent).not.toContain(secret);
  const line = companion.lines().find(({ route }) => route === '/v1/sessions');
  expect(sent).toContain(String(line?.['trace_id']));
});

test.each([
  ['no variable names an endpoint', {}],
  ['OTEL_SDK_DISABLED is true', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
  ['OTEL_TRACES_EXPORTER is none', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' }],
])('no traces are exported if %s', async (_name, environment) => {
  const said: string[] = [];
  expect(await startTracing(environment, (line) => said.push(line))).toBeUndefined();
  expect(said).toEqual([]);
});
