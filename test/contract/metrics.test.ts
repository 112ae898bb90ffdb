import { expect, test } from 'vitest';
import { JOB_KINDS } from '../../server/store/payment-tables.ts';
import { openStore } from '../../server/store/open-store.ts';
import { METRIC_ALERT_MESSAGES } from '../../server/observability/alerts.ts';
import { authoriseResponse, sendXml, startStubGateway } from '../support/stub-gateway.ts';
import { startTestSystem, createCardSubmit, untilDefined, type TestSystem } from '../support/system.ts';

const notify = (system: TestSystem, id: string, body: string): Promise<Response> | Response =>
  system.companion.fetch(
    new Request(`http://pay.localhost:4001/gateway/notify/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    }),
  );

/** An endpoint that accepts no connection. */
const WEBHOOKS = {
  webhookUrl: 'http://127.0.0.1:9/',
  webhookSecret: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
};

test('the metrics report payments, gateway responses and waiting work', async () => {
  let ahead = 0;
  const system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
  const paid = await system.paid();
  await system.paid({}, '4000000000000002');
  system.sandbox.sandbox.state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 1, after_charge: true });
  const session = await system.openSession();
  await system.pay(session.token, createCardSubmit());
  await notify(system, 'pay_nobody', 'order_no=1');
  await notify(system, paid.id, `order_no=${paid.order_no}&webhooks_type=PAYMENT`);
  const read = async (): Promise<string> => (await system.merchant('GET', '/metrics')).text();
  ahead = 5_000;
  const metrics = await read();
  expect(metrics).toContain('tillgate_payments_total{status="paid",source="response"} 1');
  expect(metrics).toContain('tillgate_payments_total{status="declined",source="response"} 1');
  expect(metrics).toContain('tillgate_payments_total{status="unknown",source="response"} 1');
  expect(metrics).toContain('tillgate_gateway_seconds_count{operation="authorise",result="ok"} 2');
  expect(metrics).toContain('tillgate_gateway_seconds_count{operation="authorise",result="lost"} 1');
  expect(metrics).toContain('tillgate_unknown_payments{age="under_1m"} 1');
  expect(metrics).toContain('tillgate_unknown_payments{age="over_24h"} 0');
  expect(metrics).toMatch(/tillgate_unknown_payments_oldest_seconds [4-6]/);
  expect(metrics).toContain('tillgate_notifications_total{result="no_payment"} 1');
  expect(metrics).toContain('tillgate_notifications_total{result="stored"} 1');
  expect(metrics).toContain('tillgate_alerts_total{alert="outcome_unknown"} 1');
  expect(metrics).toMatch(
    /tillgate_request_seconds_count\{method="POST",route="\/checkout\/payments",status="200"\} 3/,
  );
  expect(metrics).toMatch(/tillgate_store_seconds_count\{call="beginPayment",result="ok"\} 3/);
  expect(metrics).toContain('tillgate_store_up 1');
  expect(metrics).toMatch(/nodejs_eventloop_lag_seconds \d/);
  expect(metrics).toMatch(/process_resident_memory_bytes \d/);
  expect(metrics).not.toContain('42424242');
  // Bytes and seconds come as they like; names and labels do not.
  const names = metrics.replace(/ [\d.e+-]+$/gm, '');
  for (const word of ['4242', 'ana@example.com', 'T-1', session.token, 'ses_', 'pay_']) {
    expect(names, word).not.toContain(word);
  }
  const stranger = await system.companion.fetch(new Request('http://pay.localhost:4001/metrics'));
  expect(stranger.status).toBe(401);
  await system.close();
});

test('metrics used by growth alerts are 0 from the start', async () => {
  const system = await startTestSystem({ companion: WEBHOOKS });
  const metrics = await (await system.merchant('GET', '/metrics')).text();
  for (const alert of Object.keys(METRIC_ALERT_MESSAGES))
    expect(metrics).toContain(`tillgate_alerts_total{alert="${alert}"} 0`);
  for (const result of ['unreadable', 'no_payment', 'full']) {
    expect(metrics).toContain(`tillgate_notifications_total{result="${result}"} 0`);
  }
  expect(metrics).toContain('tillgate_event_deliveries_total{endpoint="default",outcome="given_up"} 0');
  for (const kind of [...JOB_KINDS, 'webhook:default'])
    expect(metrics).toContain(`tillgate_jobs_total{kind="${kind}",result="failed"} 0`);
  for (const status of ['unknown', 'not_sent']) {
    expect(metrics).toContain(`tillgate_payments_total{status="${status}",source="response"} 0`);
  }
  // Its process ends before anybody asks.
  expect(metrics).not.toContain('shutdown_incomplete');
  await system.close();
});

test('waiting work is reported by age and kind, and concurrent scrapes query the database rarely', async () => {
  let ahead = 0;
  const system = await startTestSystem({ companion: { now: () => Date.now() + ahead } });
  system.sandbox.sandbox.state.scenarios.arm({ operation: 'authorise', fault: 'reset', times: 2, after_charge: false });
  for (let count = 0; count < 2; count += 1) await system.pay((await system.openSession()).token, createCardSubmit());
  ahead = 2 * 3_600_000;
  const read = async (): Promise<string> => (await system.merchant('GET', '/metrics')).text();
  const first = await read();
  expect(first).toContain('tillgate_unknown_payments{age="1h_to_24h"} 2');
  expect(first).toContain('tillgate_unknown_payments{age="under_1m"} 0');
  expect(first).toContain('tillgate_jobs_due{kind="reconcile"} 2');
  expect(first).toMatch(/tillgate_jobs_due_oldest_seconds 71\d\d/);
  expect(await system.companion.reconcile()).toBeGreaterThan(0);
  expect(await read(), 'the same moment').toContain('tillgate_jobs_due{kind="reconcile"} 2');
  const later = await untilDefined(async () => {
    const text = await read();
    return text.includes('tillgate_jobs_due{kind="reconcile"}') ? undefined : text;
  });
  expect(later).toMatch(/tillgate_jobs_total\{kind="reconcile",result="(again|done)"\} 2/);
  await system.close();
});

test('waiting events are not reported while no webhook endpoint is set', async () => {
  const store = openStore({ dataDir: ':memory:' });
  const before = await startTestSystem({ companion: { store, ...WEBHOOKS, riskUpdates: false } });
  await before.paid();
  const after = await startTestSystem({ companion: { store, now: () => Date.now() + 60_000 } });
  const read = async (system: TestSystem): Promise<string> => (await system.merchant('GET', '/metrics')).text();
  const watched = await read(before);
  expect(watched).toContain('tillgate_jobs_due{kind="webhook"} 1');
  expect(watched).toContain('tillgate_events_waiting{endpoint="default"} 0');
  await before.companion.reconcile();
  const tried = await untilDefined(async () => {
    const text = await read(before);
    return text.includes('tillgate_events_waiting{endpoint="default"} 1') ? text : undefined;
  });
  expect(tried).not.toContain('tillgate_jobs_due{kind="webhook"}');
  const silent = await read(after);
  expect(silent).not.toContain('tillgate_events_waiting{');
  expect(silent).not.toContain('tillgate_events_waiting_oldest_seconds{');
  expect(silent).not.toContain('tillgate_jobs_due{kind="webhook"}');
  expect(silent).toContain('tillgate_jobs_due_oldest_seconds 0');
  await after.sandbox.close();
  await before.close();
});

test('an unreadable response counts as lost and a decline does not, with any HTTP status', async () => {
  const gateway = await startStubGateway();
  const system = await startTestSystem({ companion: { gatewayUrl: gateway.url } });
  const pay = async (): Promise<string> => (await system.pay((await system.openSession()).token)).status;
  gateway.respond = (_fields, response) => sendXml(response, '<html>We are at work</html>', 200, 'text/html');
  expect(await pay()).toBe('unknown');
  gateway.respond = (fields, response) =>
    sendXml(response, authoriseResponse(fields, { order_status: '0', result_info: '2002:Do not honour' }), 400);
  expect(await pay()).toBe('declined');
  const metrics = await (await system.merchant('GET', '/metrics')).text();
  expect(metrics).toContain('tillgate_payments_total{status="unknown",source="response"} 1');
  expect(metrics).toContain('tillgate_payments_total{status="declined",source="response"} 1');
  await gateway.close();
  await system.close();
});
