import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { serve } from '@hono/node-server';
import { createSignedWebhook } from '../../server/webhooks/index.ts';
import { API_KEY, startTestSystem } from './system.ts';

const root = new URL('../../', import.meta.url);
/** The built module, as the package holds it. */
export const CLIENT_MODULE = new URL('dist/server/client/index.js', root).href;
const PROGRAM = new URL('test/runtimes/program.mjs', root).pathname;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** What `test/runtimes/check.mjs` returns beside the runtime's name. */
export const EXPECTED_CHECK_RESULT = {
  session: 'open',
  isReplayed: true,
  isEachListed: true,
  refund: 'not_found',
  notFound: 'not_found',
  unauthenticated: 'unauthenticated',
  unreachable: 'network_error, unknown',
  slow: 'network_error, unknown',
  aborted: 'enough',
  event: 'payment.paid',
  forged: 'unauthenticated',
};

/** A companion with the sandbox behind it on a port, and what the check needs of it. */
export interface ClientCheckSystem {
  given: { url: string; apiKey: string; slowUrl: string; webhook: object };
  /** Runs the check by a program such as `node` or `deno run`. */
  run(program: string, words?: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

export async function startClientCheckSystem(): Promise<ClientCheckSystem> {
  const system = await startTestSystem();
  const slow = createServer(() => undefined).listen(0, '127.0.0.1');
  const fetch = (request: Request): Promise<Response> => Promise.resolve(system.companion.fetch(request));
  const { server, port } = await new Promise<{ server: ReturnType<typeof serve>; port: number }>((resolve) => {
    const started = serve({ fetch, port: 0, hostname: '127.0.0.1' }, (info) =>
      resolve({ server: started, port: info.port }),
    );
  });
  const { body, headers } = createSignedWebhook('payment.paid', { order_no: 'T-1' } as never, SECRET);
  const given = {
    url: `http://127.0.0.1:${String(port)}`,
    apiKey: API_KEY,
    slowUrl: `http://127.0.0.1:${String((slow.address() as AddressInfo).port)}`,
    webhook: { body, headers, secret: SECRET },
  };
  return {
    given,
    async run(program, words = []) {
      const { stdout } = await promisify(execFile)(program, [...words, PROGRAM, CLIENT_MODULE, JSON.stringify(given)]);
      return JSON.parse(stdout) as unknown;
    },
    async close() {
      slow.closeAllConnections();
      slow.close();
      server.close();
      await system.close();
    },
  };
}
