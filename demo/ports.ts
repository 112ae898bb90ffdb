import { createServer } from 'node:net';
import { CheckoutError, isCheckoutError } from '../server/index.ts';

/** A port for one of the demo's servers. */
export interface ListenOptions {
  /** The name of the server, such as `demo shop`. */
  server: string;
  port: number;
  /** The option or setting that fixes the port. Absent: the next free port is taken. */
  settingName?: string | undefined;
  /** Ports reserved for other servers. */
  reserved?: readonly number[];
}

/** The number of ports tried after a taken one. */
const MAX_ATTEMPTS = 100;
const LAST_PORT = 65_535;

/**
 * Listens on a port. If the port is taken, listens on the next free one, unless `settingName` fixes the port.
 * @param listen rejects with a CheckoutError whose cause has the code EADDRINUSE if the port is taken
 * @throws CheckoutError `configuration_invalid` naming the option and a free port
 */
export async function listenOnFreePort<T>(
  choice: ListenOptions,
  { listen, print }: { listen: (port: number) => Promise<T>; print?: ((line: string) => void) | undefined },
): Promise<T> {
  const { server, port, settingName: chosenBy, reserved = [] } = choice;
  for (let next = port; next <= Math.min(port + MAX_ATTEMPTS, LAST_PORT); next += 1) {
    if (next !== 0 && (reserved.includes(next) || !(await isFree(next)))) continue;
    if (next !== port && chosenBy !== undefined) {
      throw new CheckoutError(
        'configuration_invalid',
        `${chosenBy}: ${String(port)} is taken by another program; ${String(next)} is free.`,
        { fields: [{ path: chosenBy, code: 'not_allowed', rule: 'a port that is free' }] },
      );
    }
    try {
      const listening = await listen(next);
      if (next !== port) print?.(`  Port ${String(port)} is taken: the ${server} is on ${String(next)}.`);
      return listening;
    } catch (error) {
      // Taken since the check.
      if (!isTaken(error)) throw error;
    }
  }
  throw new CheckoutError('configuration_invalid', `No port from ${String(port)} on is free for the ${server}.`);
}

/** A browser resolves `localhost` to 127.0.0.1 or ::1, so both have to be free. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) if (!(await canListen(port, host))) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // Any other error, such as a machine without IPv6, means that the port is not taken.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

function isTaken(error: unknown): boolean {
  const cause: unknown = isCheckoutError(error) ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}
