import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of this machine for a server that starts later. It is below the ports that the system gives to others in the
 * meantime: to listeners of port 0 and to connections.
 */
export function findFreePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(findFreePort());
      else reject(error);
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(port)));
  });
}
