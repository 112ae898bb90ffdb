// WebKitGTK driven over plain WebDriver: MiniBrowser on a virtual display, with a message bus of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePort } from './free-port.ts';
import { untilDefined } from './wait.ts';

export interface WindowSize {
  width: number;
  height: number;
}

/** One browser window. */
export interface WebKitWindow {
  /** Sends a WebDriver command of the session. Resolves to the value of the answer. */
  command: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;
  /** Runs the body of a function in the page. */
  run: (script: string, ...args: unknown[]) => Promise<unknown>;
  setViewport: (size: WindowSize) => Promise<void>;
  /** What pages wrote to the console so far. */
  consoleMessages: readonly string[];
  close: () => Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const RESIZE_TIMEOUT_MS = 15_000;

/** Without a window manager, the window under the pointer has the focus. The pointer starts amid the screen. */
const SCREEN = '2600x2000x24';
const WINDOW_AT = { x: 1200, y: 900 };

/** Lets the window become narrower than its toolbar, down to the width of a phone. */
const WINDOW_STYLE = `
window, window * { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }
image { -gtk-icon-transform: scale(0.1); }`;

const BROWSER_ARGS = ['--automation', '--enable-write-console-messages-to-stdout=true'];

/** Starts a browser with a fresh profile. Debian's `webkit2gtk-driver`, `xvfb` and `dbus` have to be installed. */
export async function openWebKitWindow(): Promise<WebKitWindow> {
  const home = makeHome();
  const display = await startDisplay();
  const port = await findFreePort();
  const driver = spawn('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${String(port)}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const stop = (): void => {
    endGroup(driver);
    endGroup(display.child);
    try {
      rmSync(home, { recursive: true, force: true, maxRetries: 15 });
    } catch {
      // The session's portal has not unmounted its folder yet; what is left of it is empty.
    }
  };
  const consoleMessages: string[] = [];
  createInterface({ input: driver.stdout }).on('line', (line) => {
    if (line.startsWith('CONSOLE')) consoleMessages.push(line);
  });
  const base = `http://127.0.0.1:${String(port)}`;
  try {
    const isReady = async (): Promise<boolean> => ((await send(base, 'GET', '/status')) as { ready: boolean }).ready;
    await waitFor('WebKitWebDriver', () => isReady().catch(() => false), START_TIMEOUT_MS);
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args: BROWSER_ARGS } } };
    const { sessionId } = (await send(base, 'POST', '/session', { capabilities })) as { sessionId: string };
    const command: WebKitWindow['command'] = (method, path, body) =>
      send(base, method, `/session/${sessionId}${path}`, body);
    const run: WebKitWindow['run'] = (script, ...args) => command('POST', '/execute/sync', { script, args });
    return {
      command,
      run,
      consoleMessages,
      setViewport: (size) => setViewport({ command, run }, size),
      async close() {
        await command('DELETE', '').catch(() => undefined);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

async function send(base: string, method: string, path: string, body: object = {}): Promise<unknown> {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: method === 'POST' ? JSON.stringify(body) : null,
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as Record<'error' | 'message', string>;
  throw new Error(`WebKitWindow refused ${method} ${path}: ${error}: ${message}`);
}

/** A window is taller than its viewport by its toolbar, and takes a moment to follow. */
async function setViewport(
  { command, run }: Pick<WebKitWindow, 'command' | 'run'>,
  { width, height }: WindowSize,
): Promise<void> {
  const measure = async (): Promise<number[]> =>
    (await run('return [innerWidth, innerHeight, outerHeight]')) as number[];
  const [, inner = 0, outer = 0] = await measure();
  await command('POST', '/window/rect', { ...WINDOW_AT, width, height: height + outer - inner });
  const isThere = async (): Promise<boolean> => {
    const [innerWidth, innerHeight] = await measure();
    return innerWidth === width && innerHeight === height;
  };
  await waitFor(`a viewport of ${String(width)} x ${String(height)}`, isThere, RESIZE_TIMEOUT_MS);
}

/** Nothing of an earlier run is left in it. */
function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'tillgate-webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0', 'gtk.css'), WINDOW_STYLE);
  return home;
}

/** Xvfb takes a free display and writes its number. */
function startDisplay(): Promise<{ name: string; child: ChildProcess }> {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`Xvfb ended with ${String(code)}`));
    });
    child.stdio[3]?.once('data', (number: Buffer) => {
      resolve({ name: `:${number.toString().trim()}`, child });
    });
  });
}

async function waitFor(name: string, isThere: () => Promise<boolean>, timeout: number): Promise<void> {
  await untilDefined(async () => (await isThere()) || undefined, timeout, 100).catch((cause: unknown) => {
    throw new Error(`no ${name} within ${String(timeout)} ms`, { cause });
  });
}

/** A child that was started detached leads a process group of its own. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // The group has ended already.
  }
}
