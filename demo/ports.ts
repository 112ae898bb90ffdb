import { createServer } from 'node:net';
import { CheckoutError, isCheckoutError } from '../server/index.ts';

/** A port for one of the demo's servers. */
export interface PortChoice {
  /** The server, for people: `demo shop`. */
  server: string;
  port: number;
  /** The option or setting that names the port. Absent: another one does as well. */
  chosenBy?: string | undefined;
  /** Ports that are for others, though nothing listens there yet. */
  reserved?: readonly number[];
}

/** How many ports after a taken one are tried. */
const TRIES = 100;
const LAST_PORT = 65_535;

/**
 * Listens on a port. Where another program has it, listens on the next free one, unless the port was chosen.
 * @param listen rejects with a CheckoutError whose cause has the code EADDRINUSE where the port is taken
 * @throws CheckoutError `configuration_invalid` naming the option, and a port that is free
 */
export async function listenOnFree<T>(
  choice: PortChoice,
  { listen, print }: { listen: (port: number) => Promise<T>; print?: ((line: string) => void) | undefined },
): Promise<T> {
  const { server, port, chosenBy, reserved = [] } = choice;
  for (let next = port; next <= Math.min(port + TRIES, LAST_PORT); next += 1) {
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
      // Taken since it was looked at.
      if (!isTaken(error)) throw error;
    }
  }
  throw new CheckoutError('configuration_invalid', `No port from ${String(port)} on is free for the ${server}.`);
}

/** `localhost` is 127.0.0.1 or ::1, and a browser may try either: no other program may have one of them. */
async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1']) if (!(await canListen(port, host))) return false;
  return true;
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // Anything else, such as a machine without IPv6, is no other program.
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

function isTaken(error: unknown): boolean {
  const cause: unknown = isCheckoutError(error) ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
}
