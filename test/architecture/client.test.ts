import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_ROUTES } from '../../server/api/routes.ts';
import { API_CALLS } from '../../server/client/api/index.ts';
import { CLIENT_METHODS, generateClientSource } from '../support/generate-client.ts';

const folder = new URL('../../server/client/api/', import.meta.url).pathname;

test('the client’s methods and types are those of the routes and their schemas', async () => {
  const files = await generateClientSource();
  for (const { name, text } of files) await expect(text).toMatchFileSnapshot(folder + name);
  expect(readdirSync(folder).sort()).toEqual(files.map(({ name }) => name).sort());
});

test('the client has one method for every route', () => {
  const calls = Object.entries(API_CALLS).flatMap(([subject, methods]) =>
    Object.entries(methods).map(([method, call]) => [subject, method, `${call.method} ${call.path}`]),
  );
  const routes = CLIENT_METHODS.map(({ subject, method, entry }) => [subject, method, `${entry.method} ${entry.path}`]);
  expect(calls.sort()).toEqual(routes.sort());
  expect(calls).toHaveLength(API_ROUTES.length);
});
