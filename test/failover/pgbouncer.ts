import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../support/free-port.ts';
import { untilDefined } from '../support/wait.ts';

/** A PgBouncer in transaction mode, without prepared statements. */
export interface RunningPgBouncer {
  /** The address of a database through it. */
  through(databaseUrl: string): string;
  close(): Promise<void>;
}

/** @param server the address of the PostgreSQL server */
export async function startPgBouncer(server: string): Promise<RunningPgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
max_client_conn = 200
`,
  );
  // As root it refuses to start.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('/usr/sbin/pgbouncer', [...asUser, settings], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const through = (databaseUrl: string): string => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${String(port)}`;
    url.searchParams.set('pgbouncer', 'true');
    return url.href;
  };
  await untilDefined(
    async () => {
      if (child.exitCode !== null) throw new Error(`pgbouncer ended: ${output}`);
      const client = new pg.Client({ host: '127.0.0.1', port, user: username, database: 'postgres' });
      client.on('error', () => undefined);
      return client.connect().then(
        () => client.end().then(() => true as const),
        () => undefined,
      );
    },
    20_000,
    100,
  );
  return {
    through,
    async close() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
