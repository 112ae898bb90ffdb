import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort } from '../support/free-port.ts';
import { untilDefined } from '../support/wait.ts';

/** One server of a pair. */
export interface PostgresServer {
  port: number;
  /** Ends its processes at once, as a power cut does. */
  kill(): Promise<void>;
  /** Runs a statement on it, in the companion's database. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
}

/** A primary and a standby that holds every commit before it is confirmed. */
export interface PostgresPair {
  primary: PostgresServer;
  standby: PostgresServer;
  /** Both servers, as DATABASE_URL takes them. `proxied` replaces the primary's port. */
  databaseUrl(proxied?: number): string;
  /** Makes the standby the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const DATABASE = 'tillgate';
const USER = 'tillgate';

/** Starts both with Debian's PostgreSQL, which has `pg_basebackup`, on free ports. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-pair-'));
  chmodSync(folder, 0o755);
  const folders = [join(folder, 'primary'), join(folder, 'standby')] as const;
  for (const each of folders) {
    mkdirSync(each, { mode: 0o700 });
    if (serverUser !== undefined) chownSync(each, serverUser.uid, serverUser.gid);
  }
  run('initdb', ['-D', folders[0], '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C']);
  runAlone(folders[0], `create database ${DATABASE}`);
  const settings = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'max_connections = 60'];
  appendFileSync(join(folders[0], 'postgresql.conf'), `${settings.join('\n')}\n`);
  const primary = await startServer(folders[0]);
  run('pg_basebackup', [
    '-D',
    folders[1],
    '-h',
    '127.0.0.1',
    '-p',
    String(primary.port),
    '-U',
    USER,
    '-R',
    '-c',
    'fast',
  ]);
  const standby = await startServer(folders[1]);
  await primary.query("alter system set synchronous_standby_names = '*'");
  await primary.query('select pg_reload_conf()');
  await untilDefined(
    async () => {
      const [row] = await primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication');
      return row?.sync_state === 'sync' ? true : undefined;
    },
    20_000,
    100,
  );
  return {
    primary,
    standby,
    databaseUrl: (proxied = primary.port) =>
      `postgres://${USER}@127.0.0.1:${String(proxied)},127.0.0.1:${String(standby.port)}/${DATABASE}`,
    async promote() {
      await standby.query('select pg_promote()');
    },
    async stop() {
      await Promise.all([primary.kill(), standby.kill()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startServer(folder: string): Promise<PostgresServer> {
  const port = await findFreePort();
  const child = start('postgres', ['-D', folder, '-p', String(port)]);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const query: PostgresServer['query'] = async <Row extends pg.QueryResultRow>(text: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: USER, database: DATABASE });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await untilDefined(
    () =>
      query('select 1').then(
        () => true,
        () => undefined,
      ),
    20_000,
    100,
  );
  return {
    port,
    query,
    async kill() {
      // The whole group: the server's processes for its connections outlive it for a moment.
      if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
        process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
  };
}

const DEBIAN = '/usr/lib/postgresql';
const version = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a))[0] : undefined;

/** PostgreSQL refuses to run as root. */
const serverUser = process.getuid?.() === 0 ? readUser('postgres') : undefined;

function readUser(name: string): { uid: number; gid: number } {
  const id = (flag: string): number => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function pathOf(program: string): string {
  if (version === undefined) throw new Error(`no ${program}: run npm test -- failover, which installs PostgreSQL`);
  return join(DEBIAN, version, 'bin', program);
}

/** Runs a statement in a folder whose server is not started. */
function runAlone(folder: string, statement: string): void {
  run('postgres', ['--single', '-D', folder, 'postgres'], statement);
}

function start(program: string, args: readonly string[]): ChildProcess {
  return spawn(pathOf(program), args, { ...serverUser, detached: true, stdio: 'ignore' });
}

function run(program: string, args: readonly string[], input = ''): void {
  const { status, stderr } = spawnSync(pathOf(program), args, { ...serverUser, encoding: 'utf8', input });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}
