import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CheckoutServerOptions } from '../../server/index.ts';
import type { Store } from '../../server/store/store.ts';
import { SANDBOX_CREDENTIALS } from '../../server/sandbox/index.ts';
import { API_KEY } from './system.ts';

/** The options of a companion in its own process. */
export interface CompanionProcessOptions extends Partial<Omit<CheckoutServerOptions, 'now' | 'store' | 'logger'>> {
  gatewayUrl: string;
  /** How far its clock is ahead, in ms. */
  ahead?: number;
  /** The call of its store at which it ends by SIGKILL. */
  dieAt?: { method: keyof Store; when: 'before' | 'after'; count: number } | undefined;
}

/** A companion in a process of its own, from the built files. */
export interface CompanionProcess {
  pid: number;
  /** Set once it was started. */
  url: string;
  /** Resolves once the process is gone. */
  gone: Promise<void>;
  start(options: CompanionProcessOptions): Promise<void>;
  /** Runs all due jobs. */
  drain(): Promise<void>;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Made by bundle-companion.ts. */
const script = fileURLToPath(new URL('../../.cache/companion-process/companion-process.js', import.meta.url));

/** Loads a companion; `start` has it open its database and listen. `wrapper` is a command around it, such as prlimit. */
export async function forkCompanion(wrapper: readonly string[] = []): Promise<CompanionProcess> {
  const [command, ...args] = [...wrapper, process.execPath];
  const child = fork(script, { execPath: command, execArgv: args, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await answer(child, 'warm');
  const companion: CompanionProcess = {
    pid: child.pid ?? 0,
    url: '',
    gone,
    async start({ ahead = 0, ...options }) {
      child.send({ start: { ...BASE, ahead, ...options } });
      companion.url = await answer<string>(child, 'url');
    },
    async drain() {
      child.send({ drain: true });
      await answer(child, 'drained');
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await gone;
    },
  };
  return companion;
}

const BASE = {
  publicUrl: 'http://127.0.0.1:1',
  merchantId: SANDBOX_CREDENTIALS.merchant_id,
  accountId: SANDBOX_CREDENTIALS.account_id,
  signKey: SANDBOX_CREDENTIALS.sign_key,
  apiKeys: `${API_KEY}:pay+read`,
  logLevel: 'silent',
  reconcileEvery: 0,
};

/** The next message that holds `name`; rejects where the process ends first. */
function answer<T>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const take = (message: unknown): void => {
      if (typeof message !== 'object' || message === null || !(name in message)) return;
      finish();
      resolve((message as Record<string, T>)[name]!);
    };
    const end = (): void => {
      finish();
      reject(new Error(`the companion ended before it said "${name}"`));
    };
    const finish = (): void => {
      child.off('message', take);
      child.off('exit', end);
    };
    child.on('message', take);
    child.once('exit', end);
  });
}
