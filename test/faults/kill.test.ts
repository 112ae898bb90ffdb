import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SANDBOX_CREDENTIALS, serveSandbox, type ServedSandbox } from '../../server/sandbox/index.ts';
import { API_KEY, nextOrder, ORDER, submitOf, until } from '../support/system.ts';

const root = new URL('../../', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'tillgate-kill-'));
const ROUNDS = 20;
let sandbox: ServedSandbox;

beforeAll(async () => {
  sandbox = await serveSandbox({ port: 0, retryBase: 50 });
});

afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A companion in a process of its own, from the built files, on one SQLite folder. */
async function startCompanion(): Promise<{ url: string; process: ChildProcess }> {
  const script = `
    import { createCheckoutServer, serve } from '${root}dist/server/index.js';
    const companion = createCheckoutServer({
      publicUrl: 'http://127.0.0.1:1', gatewayUrl: '${sandbox.url}', merchantId: '${SANDBOX_CREDENTIALS.merchant_id}',
      accountId: '${SANDBOX_CREDENTIALS.account_id}', signKey: '${SANDBOX_CREDENTIALS.sign_key}', apiKeys: '${API_KEY}:pay+read',
      dataDir: '${folder}', logLevel: 'silent', reconcileEvery: 100, deadlines: { headers: 400, total: 500 },
    });
    await companion.ready;
    console.log((await serve({ fetch: companion.fetch, port: 0 })).url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await until(() => /http:\S+/.exec(output)?.[0], 20_000);
  return { url, process: child };
}

const kill = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

test(
  'promise 7: a companion killed at any moment of a payment loses none and doubles none',
  { timeout: 150_000 },
  async () => {
    const orders: string[] = [];
    let killed = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const companion = await startCompanion();
      const send = async (path: string, token: string, body: unknown): Promise<Response> =>
        fetch(`${companion.url}${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const order_no = nextOrder();
      const session = (await (await send('/v1/sessions', API_KEY, { ...ORDER, order_no })).json()) as { token: string };
      orders.push(order_no);
      // The gateway takes up to 30 ms, so that the kill falls before, into and behind its work.
      sandbox.sandbox.world.scenarios.arm({
        operation: 'authorise',
        fault: 'delay',
        ms: round % 4 === 3 ? 0 : 30,
        times: 1,
        after_charge: round % 2 === 0,
      });
      const submit = submitOf();
      const first = send('/checkout/payments', session.token, submit)
        .then((answer) => answer.json())
        .catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, round * 3));
      await kill(companion.process);
      if ((await first) === undefined) killed += 1;
      sandbox.sandbox.world.scenarios.clear();
    }
    expect(killed, 'rounds in which the answer was cut off').toBeGreaterThan(ROUNDS / 4);

    // Whatever was under way is settled by asking the gateway; the rest was never sent.
    const companion = await startCompanion();
    const read = async (order: string): Promise<{ status: string; transaction_id: string | null }[]> => {
      const answer = await fetch(`${companion.url}/v1/payments?order_no=${order}`, {
        headers: { authorization: `Bearer ${API_KEY}` },
      });
      return ((await answer.json()) as { payments: { id: string; status: string; transaction_id: string | null }[] })
        .payments;
    };
    const settled = async (order: string): Promise<true | undefined> => {
      const charged = sandbox.sandbox.world.ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, order);
      const booked = await read(order);
      const agrees =
        charged.length === 0
          ? booked.every((payment) => payment.status !== 'paid')
          : booked.length === 1 &&
            booked[0]?.status === 'paid' &&
            booked[0].transaction_id === charged[0]?.transaction_id;
      return agrees ? true : undefined;
    };
    for (const order of orders) {
      const charged = sandbox.sandbox.world.ledger.findByOrder(SANDBOX_CREDENTIALS.merchant_id, order);
      expect(charged.length, `charges of ${order}`).toBeLessThanOrEqual(1);
      await until(() => settled(order), 30_000);
    }
    await kill(companion.process);
  },
);
