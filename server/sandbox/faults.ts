import type { Context } from 'hono';
import type { InjectedFault } from './scenarios.ts';

/** The altered response of a scenario. */
export async function injectFault(c: Context, scenario: InjectedFault, good: Response): Promise<Response> {
  switch (scenario.fault) {
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, scenario.ms ?? 1_000));
      return good;
    case 'silent':
      await new Promise((resolve) => setTimeout(resolve, scenario.ms ?? 120_000));
      return breakConnection(c);
    case 'reset':
      return breakConnection(c);
    case 'cut':
      return cutResponse(good, scenario.bytes);
    case 'malformed':
      return replaceResponse(scenario, 200, '<respon><order_status>1</order_status>');
    case 'status':
      return replaceResponse(scenario, scenario.status ?? 500, '<html><body>Bad Gateway</body></html>');
    case 'digest':
      return withWrongDigest(good);
    case 'empty':
      return new Response(null, { status: scenario.status ?? 200 });
    default:
      return good;
  }
}

/** The response with its digest reversed: valid in shape, but wrong. */
async function withWrongDigest(good: Response): Promise<Response> {
  const body = (await good.text()).replace(
    /(<encryption_data>|"encryption_data":")([0-9a-fA-F]{64})/,
    (_whole, before: string, digest: string) => before + Array.from(digest).reverse().join(''),
  );
  return new Response(body, { status: good.status, headers: good.headers });
}

async function cutResponse(good: Response, bytes: number | undefined): Promise<Response> {
  const body = await good.text();
  return new Response(body.slice(0, bytes ?? Math.floor(body.length / 2)), {
    status: good.status,
    headers: good.headers,
  });
}

function replaceResponse(scenario: InjectedFault, status: number, body: string): Response {
  return new Response(scenario.body ?? body, {
    status,
    headers: { 'content-type': scenario.content_type ?? 'application/xml; charset=utf-8' },
  });
}

/** Destroys the socket of the request; without a socket the request fails as a whole. */
function breakConnection(c: Context): Response {
  const { incoming } = c.env as { incoming?: { socket?: { destroy(): void } } };
  if (incoming?.socket === undefined) throw new Error('a scenario breaks the connection');
  incoming.socket.destroy();
  return new Response(null, { status: 500 });
}
