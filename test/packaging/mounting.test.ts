import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectMountedCompanionToWork } from './support/expect-mounted.ts';
import { findFreePort } from '../support/free-port.ts';
import { PACKED_API_KEY, startUntilReady } from './support/packed-system.ts';
import { appFolderOf, runTool } from './support/shop-window.ts';

beforeAll(() => runTool('tsc', 'hosts'));

describe('packed companion mounted below /pay', () => {
  test.each(['hono', 'express', 'fastify', 'http'])(
    'a companion mounted in %s as the manual shows takes a payment',
    async (host) => {
      const port = await findFreePort();
      const server = await startUntilReady(process.execPath, [join(appFolderOf('hosts'), 'dist', `${host}.js`)], {
        cwd: appFolderOf('hosts'),
        says: 'listening',
        env: {
          PATH: process.env['PATH'] ?? '',
          PORT: String(port),
          SIGN_KEY: 'sign_key_of_a_mounted_companion',
          API_KEYS: `${PACKED_API_KEY}:pay`,
        },
      });
      try {
        await expectMountedCompanionToWork(`http://127.0.0.1:${String(port)}/pay`, 'https://shop.example');
        expect(await (await fetch(`http://127.0.0.1:${String(port)}/`)).text()).toBe('The shop');
      } finally {
        await server.stop();
      }
    },
  );
});
