import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { readPortSettings } from '../server/commands/demo.ts';
import { serve } from '../server/index.ts';
import { serveSandbox } from '../server/sandbox/index.ts';
import { listenOnFreePort } from './ports.ts';
import { startDemo } from './start-demo.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** Takes a port as another program would. */
async function take(port = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer();
  open.push(server);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

const listen = async (port: number): Promise<number> => {
  const served = await serve({ port, fetch: () => new Response('ok') });
  await served.close(0);
  return Number(new URL(served.url).port);
};

describe('a port that was not chosen and is taken', () => {
  test.each(['127.0.0.1', '::1'])('on %s gives way to the next free one, and a line says so', async (host) => {
    const taken = await take(0, host);
    const lines: string[] = [];
    const port = await listenOnFreePort(
      { server: 'demo shop', port: taken },
      { listen, print: (line) => lines.push(line) },
    );
    expect(port).toBeGreaterThan(taken);
    expect(lines).toEqual([`  Port ${String(taken)} is taken: the demo shop is on ${String(port)}.`]);
  });

  test('does not give way to a port that is reserved for another server', async () => {
    const taken = await take();
    const choice = { server: 'companion', port: taken, reserved: [taken + 1, taken + 2] };
    expect(await listenOnFreePort(choice, { listen })).toBeGreaterThan(taken + 2);
  });

  test('gives way also where it is taken after it was looked at', async () => {
    const first = await take();
    open.pop()!.close();
    const tried: number[] = [];
    const port = await listenOnFreePort(
      { server: 'sandbox gateway', port: first },
      {
        async listen(next) {
          tried.push(next);
          if (tried.length === 1) await take(next);
          const sandbox = await serveSandbox({ port: next });
          await sandbox.close();
          return next;
        },
      },
    );
    expect(tried[0]).toBe(first);
    expect(port).toBeGreaterThan(first);
  });
});

test('a chosen port that is taken stops the demo with the option and a free port, and leaves nothing open', async () => {
  const taken = await take();
  const started = startDemo({
    ports: { shop: taken, companion: 0, gateway: 0 },
    settingNames: { shop: '--port' },
  });
  await expect(started).rejects.toMatchObject({
    code: 'configuration_invalid',
    message: expect.stringMatching(
      new RegExp(`^--port: ${String(taken)} is taken by another program; \\d+ is free\\.$`),
    ),
  });
});

describe('the ports of tillgate demo', () => {
  test('come from options, and otherwise from settings', () => {
    const settings = { TILLGATE_DEMO_PORT: '5000', TILLGATE_DEMO_GATEWAY_PORT: '5002' };
    expect(readPortSettings({ port: '6000' }, settings)).toEqual({
      ports: { shop: 6000, gateway: 5002 },
      settingNames: { shop: '--port', gateway: 'TILLGATE_DEMO_GATEWAY_PORT' },
    });
    expect(readPortSettings({}, {})).toEqual({ ports: {}, settingNames: {} });
  });

  test.each([
    [{ port: 'http' }, '--port: a whole number up to 65535.'],
    [{ 'companion-port': '70000' }, '--companion-port: a whole number up to 65535.'],
    [{ port: '5000', 'gateway-port': '5000' }, '--gateway-port: 5000 is the port of --port.'],
  ])('%j are refused by the option’s name', (values, message) => {
    expect(() => readPortSettings(values, {})).toThrow(
      expect.objectContaining({ code: 'configuration_invalid', message }),
    );
  });

  test('may all be any free one', () => {
    const any = { port: '0', 'companion-port': '0', 'gateway-port': '0' };
    expect(readPortSettings(any, {}).ports).toEqual({ shop: 0, companion: 0, gateway: 0 });
  });
});
