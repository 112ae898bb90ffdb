import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LogFields } from '../../server/observability/log-fields.ts';
import { createLogger } from '../../server/observability/log.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { startTestSystem, type TestSystem } from '../support/system.ts';

/** What a developer learns from the log where TILLGATE_GATEWAY_URL leads to something that is no gateway. */

type Line = LogFields & { level: number; msg: string };

const lines: Line[] = [];
const logger = createLogger('warn', { write: (text) => void lines.push(JSON.parse(text) as Line) });
let stranger: Server;
let answer: (response: ServerResponse) => void;
let base: string;

beforeAll(async () => {
  stranger = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${String((stranger.address() as AddressInfo).port)}`;
});
afterAll(() => {
  stranger.closeAllConnections();
  stranger.close();
});
beforeEach(() => void lines.splice(0));

async function withGateway(gatewayUrl: string, work: (system: TestSystem) => Promise<void>): Promise<void> {
  const system = await startTestSystem({ companion: { gatewayUrl, logger } });
  try {
    await work(system);
  } finally {
    await system.close();
  }
}

const warnings = (): Line[] => lines.filter((line) => line.source === 'TILLGATE_GATEWAY_URL');

describe('response that is not a gateway document', () => {
  test.each([
    ['a 404 page', 404, 'text/html', '<!DOCTYPE html><html><body>Not Found</body></html>'],
    ['a page behind a byte order mark', 200, 'text/html', '\ufeff\n <html><body>Welcome</body></html>'],
    ['plain text', 404, 'text/plain', 'Cannot POST /api/v1/authorise'],
    ['an empty body', 405, 'text/plain', ''],
  ])('%s is logged with the gateway’s address and the HTTP status', async (_name, status, type, body) => {
    answer = (response) => response.writeHead(status, { 'content-type': type }).end(body);
    await withGateway(`${base}/api/`, async (system) => {
      const { token } = await system.openSession();
      await system.pay(token);
      expect(warnings()).toMatchObject([
        {
          level: 40,
          url: `${base}/api/v1/authorise`,
          http_status: status,
          msg: 'the response is no gateway document: check its address and the paths of the profile',
        },
      ]);
      expect(JSON.stringify(lines)).not.toContain(SANDBOX_CREDENTIALS.sign_key);
    });
  });

  test('responses that are not a gateway document log one line a minute', async () => {
    answer = (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<html></html>');
    await withGateway(base, async (system) => {
      for (let count = 0; count < 3; count += 1) await system.pay((await system.openSession()).token);
      expect(warnings()).toHaveLength(1);
    });
  });
});

test('a gateway address where nothing listens is logged with the reason', async () => {
  await withGateway('http://127.0.0.1:1', async (system) => {
    await system.pay((await system.openSession()).token);
    expect(warnings()).toMatchObject([
      {
        level: 40,
        url: 'http://127.0.0.1:1/v1/authorise',
        reason: 'ECONNREFUSED',
        msg: 'the gateway cannot be reached: check its address',
      },
    ]);
  });
});

test.each([
  ['XML', 'application/xml', '<respon><order_status>1</order_status></respon>'],
  ['XML without a declaration, sent as a page', 'text/html', '\n<respon></respon>'],
  [
    'XML in UTF-16',
    'application/xml; charset=utf-16le',
    Buffer.from('\ufeff<?xml version="1.0"?><respon/>', 'utf16le'),
  ],
  ['JSON', 'text/html', '{"return_status":"0"}'],
])('%s of a gateway logs no wrong address', async (_name, type, body) => {
  answer = (response) => response.writeHead(200, { 'content-type': type }).end(body);
  await withGateway(base, async (system) => {
    await system.pay((await system.openSession()).token);
    expect(warnings()).toEqual([]);
  });
});
