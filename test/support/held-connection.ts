import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxied database connection that can be held: sent data waits without an error. */
export interface PausableDatabaseProxy {
  /** The database's address through the proxy. */
  databaseUrl: string;
  hold(): void;
  release(): void;
  close(): void;
}

/** @param databaseUrl with a port on this machine */
export async function openPausableDatabaseProxy(databaseUrl: string): Promise<PausableDatabaseProxy> {
  const url = new URL(databaseUrl);
  const port = Number(url.port);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.end();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    databaseUrl: url.href,
    hold: () => {
      for (const socket of sockets) socket.pause();
    },
    release: () => {
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
