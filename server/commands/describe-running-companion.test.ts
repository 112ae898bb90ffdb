import { expect, test } from 'vitest';
import { describeRunningCompanion } from './describe-running-companion.ts';

const respond =
  (status: number, body: unknown) =>
  (request: Request): Promise<Response> =>
    Promise.resolve(
      request.url === 'https://shop.example/pay/widget/integrity.json'
        ? Response.json(body, { status })
        : new Response(null, { status: 500 }),
    );

test('the lines name the script tag with its integrity, console, docs and origins, below the companion’s path', async () => {
  const lines = await describeRunningCompanion(
    { fetch: respond(200, { 'tillgate.js': 'sha384-abc' }) },
    { publicUrl: 'https://shop.example/pay/' },
    ['https://shop.example', 'http://localhost:3000'],
  );
  expect(lines).toEqual([
    '  script tag: <script type="module" src="https://shop.example/pay/widget/tillgate.js" integrity="sha384-abc" crossorigin></script>',
    '  console: https://shop.example/pay/console',
    '  docs: https://shop.example/pay/docs',
    '  allowed origins: https://shop.example, http://localhost:3000',
  ]);
});

test('without an allowed origin a line says which setting is missing, and a console that is off has no line', async () => {
  const options = { publicUrl: 'https://shop.example/pay', console: false };
  const lines = await describeRunningCompanion({ fetch: respond(404, {}) }, options, []);
  expect(lines).toEqual([
    '  script tag: <script type="module" src="https://shop.example/pay/widget/tillgate.js" crossorigin></script>',
    '  docs: https://shop.example/pay/docs',
    '  allowed origins: none: set TILLGATE_ALLOWED_ORIGINS',
  ]);
});
