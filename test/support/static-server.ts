import { readFileSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { SESSION_VIEW } from '../../widget/testing/fake-companion.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

interface Served {
  raw: Buffer;
  brotli: Buffer;
  type: string;
}

/** Both sides' files and our session from memory, so that neither waits for more than the other. */
export interface StaticServer {
  url: string;
  /** JavaScript sent since the last call, in bytes, and how many files that was. */
  takeScripts(): { files: number; raw: number; brotli: number };
  close(): Promise<void>;
}

/**
 * Serves folders under path prefixes on a free port of this machine.
 * @param before what stands before the first statement of a file, by its path
 */
export async function startStaticServer(
  folders: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): Promise<StaticServer> {
  const files = new Map<string, Served>();
  for (const [prefix, folder] of Object.entries(folders)) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const type = TYPES[extname(name)];
      if (type === undefined) continue;
      const raw = withStatement(readFileSync(join(folder, name)), before[`${prefix}${name}`] ?? '');
      files.set(`${prefix}${name}`, { raw, brotli: brotliCompressSync(raw), type });
    }
  }
  const session = Buffer.from(JSON.stringify(SESSION_VIEW));
  let sent = { files: 0, raw: 0, brotli: 0 };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/checkout/session') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(session);
      return;
    }
    const file = files.get(pathname);
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (file.type.startsWith('text/javascript') && !pathname.endsWith('/stopwatch.js')) {
      sent = { files: sent.files + 1, raw: sent.raw + file.raw.length, brotli: sent.brotli + file.brotli.length };
    }
    const packed = String(request.headers['accept-encoding']).includes('br');
    response.writeHead(200, {
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      ...(packed ? { 'content-encoding': 'br' } : {}),
    });
    response.end(packed ? file.brotli : file.raw);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    takeScripts() {
      const taken = sent;
      sent = { files: 0, raw: 0, brotli: 0 };
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A file with a statement before its first; directives such as 'use strict' count only as the first statement. */
function withStatement(file: Buffer, statement: string): Buffer {
  const start = file.indexOf('//#') === 0 ? file.indexOf('\n') + 1 : 0;
  return Buffer.concat([file.subarray(0, start), Buffer.from(statement), file.subarray(start)]);
}
