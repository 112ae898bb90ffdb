import { expect, test } from 'vitest';
import { submitOf, startSystem } from '../support/system.ts';

test('Prometheus reads how payments go, how the gateway answers and what waits', async () => {
  const system = await startSystem();
  await system.paid();
  await system.paid({}, '4000000000000002');
  system.sandbox.sandbox.world.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  const session = await system.openSession();
  await system.pay(session.token, submitOf());
  const read = async (): Promise<string> => (await system.merchant('GET', '/metrics')).text();
  const metrics = await read();
  expect(metrics).toContain('tillgate_payments_total{status="paid",source="answer"} 1');
  expect(metrics).toContain('tillgate_payments_total{status="declined",source="answer"} 1');
  expect(metrics).toContain('tillgate_payments_total{status="unknown",source="answer"} 1');
  expect(metrics).toContain('tillgate_gateway_seconds_count{path="/v1/authorise",outcome="answered"} 2');
  expect(metrics).toContain('tillgate_gateway_seconds_count{path="/v1/authorise",outcome="lost"} 1');
  expect(metrics).toContain('tillgate_unknown_payments 1');
  expect(metrics).toMatch(/tillgate_unknown_payments_oldest_seconds \d/);
  expect(metrics).toContain('tillgate_store_up 1');
  expect(metrics).toMatch(/nodejs_eventloop_lag_seconds \d/);
  for (const word of ['4242', 'ana@example.com', 'T-1']) expect(metrics).not.toContain(word);
  const stranger = await system.companion.fetch(new Request('http://pay.localhost:4001/metrics'));
  expect(stranger.status).toBe(401);
  await system.close();
});
