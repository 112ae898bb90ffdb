import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPECTED_CHECK_RESULT, startClientCheckSystem, type ClientCheckSystem } from '../support/client-check.ts';
import { findFreePort } from '../support/free-port.ts';

/** The built client in each runtime, against a companion with the sandbox behind it. */

const root = new URL('../../', import.meta.url).pathname;
const packages = join(root, 'test/runtimes/node_modules');
const versions = join(root, 'test/versions/node_modules');
const DENO = ['run', '--quiet', '--no-config', '--no-lock', '--allow-net', '--allow-read'];
let check: ClientCheckSystem;

beforeAll(async () => {
  check = await startClientCheckSystem();
});
afterAll(() => check.close());

test.each<[string, RegExp, string, readonly string[]]>([
  ['Node 22', /^Node\.js\/22/, join(versions, 'node-22/bin/node'), []],
  ['Node 24', /^Node\.js\/24/, join(versions, 'node-24/bin/node'), []],
  ['Deno', /^Deno\/2/, join(packages, '@deno/linux-x64-glibc/deno'), DENO],
  ['Bun', /^Bun\/1/, join(packages, '@oven/bun-linux-x64-baseline/bin/bun'), []],
])('the client calls a companion and verifies webhooks in %s', async (_name, runtime, program, words) => {
  expect(await check.run(program, words)).toEqual({
    runtime: expect.stringMatching(runtime) as string,
    ...EXPECTED_CHECK_RESULT,
  });
});

test('the client calls a companion and verifies webhooks in workerd', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-workerd-'));
  const port = await findFreePort();
  writeFileSync(join(folder, 'config.capnp'), toConfig(port));
  const program = join(packages, '@cloudflare/workerd-linux-64/bin/workerd');
  const worker = spawn(program, ['serve', join(folder, 'config.capnp')], { stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const result = await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${String(port)}/`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .not.toBe(0)
      .then(() => fetch(`http://127.0.0.1:${String(port)}/`, { method: 'POST', body: JSON.stringify(check.given) }));
    const text = await result.text();
    expect([result.status, text.slice(0, 1)]).toEqual([200, '{']);
    expect(JSON.parse(text)).toEqual({ runtime: 'Cloudflare-Workers', ...EXPECTED_CHECK_RESULT });
  } finally {
    worker.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The worker with each module that it imports. Without compatibility flags there is no module of Node. */
function toConfig(port: number): string {
  const modules = [...findModules(join(root, 'test/runtimes/worker.mjs'))].map(
    (path) => `(name = "${relative(root, path)}", esModule = ${JSON.stringify(readFileSync(path, 'utf8'))})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (compatibilityDate = "2026-01-01", globalOutbound = "loopback", modules = [${modules.join(',\n')}])),
    (name = "loopback", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${String(port)}", http = (), service = "main")]
);`;
}

/** A module and those that it reaches; the first is the worker's entry. */
function findModules(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
    findModules(resolve(dirname(path), target), found);
  }
  return found;
}
