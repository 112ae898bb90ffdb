import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { untilDefined } from './system.ts';

/** A real HAProxy on a port of this machine. */
export interface RunningHaproxy {
  port: number;
  close(): Promise<void>;
}

/**
 * Starts Debian's HAProxy before a server. Its clients say by the PROXY protocol from which address they come, so that a
 * test can be any client of the internet; HAProxy adds that address to X-Forwarded-For, as it does for a real socket.
 */
export async function startHaproxy(backendPort: number): Promise<RunningHaproxy> {
  const program = provideHaproxy();
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-haproxy-'));
  const port = await findFreePort();
  const settings = join(folder, 'haproxy.cfg');
  writeFileSync(
    settings,
    `defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
  option forwardfor

frontend shop
  bind 127.0.0.1:${String(port)} accept-proxy
  default_backend companion

backend companion
  server companion 127.0.0.1:${String(backendPort)}
`,
  );
  const child = spawn(program, ['-db', '-f', settings], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilDefined(async () => {
    if (child.exitCode !== null) throw new Error(`haproxy ended: ${output}`);
    return (await takesConnections(port)) ? true : undefined;
  }, 20_000);
  return {
    port,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Takes the HAProxy that is there, or installs Debian's. */
function provideHaproxy(): string {
  const known = [process.env['HAPROXY_PATH'], '/usr/sbin/haproxy', '/usr/local/sbin/haproxy'];
  const find = (): string | undefined => known.find((path) => path !== undefined && existsSync(path));
  const found = find();
  if (found !== undefined) return found;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo'];
  for (const args of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'haproxy'],
  ]) {
    const [command = '', ...rest] = [...sudo, ...args];
    spawnSync(command, rest, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  }
  const installed = find();
  if (installed === undefined)
    throw new Error('HAProxy could not be installed. Install it, or name it in HAPROXY_PATH.');
  return installed;
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
