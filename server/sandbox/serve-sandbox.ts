import { serve } from '@hono/node-server';
import { CheckoutError } from '../../shared/errors.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import type { SandboxOptions } from './create-state.ts';

export interface RunningSandbox {
  url: string;
  sandbox: Sandbox;
  close(): Promise<void>;
}

/**
 * Serves a sandbox on a port; 0 selects a free one.
 * @throws CheckoutError `configuration_invalid` naming the port that is in use
 */
export function serveSandbox(options: SandboxOptions & { port: number; host?: string }): Promise<RunningSandbox> {
  const sandbox = createSandbox(options);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: sandbox.fetch, port: options.port, hostname: options.host ?? '127.0.0.1' });
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? 'is taken by another program' : 'cannot be used';
      reject(new CheckoutError('configuration_invalid', `--port: ${String(options.port)} ${why}.`, { cause }));
    });
    server.once('listening', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : options.port;
      resolve({
        url: `http://localhost:${String(port)}`,
        sandbox,
        async close() {
          await sandbox.close();
          await new Promise((done) => {
            server.close(done);
            if ('closeAllConnections' in server) server.closeAllConnections();
          });
        },
      });
    });
  });
}
