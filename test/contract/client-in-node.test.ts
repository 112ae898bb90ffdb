import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPECTED_CHECK_RESULT, startClientCheckSystem, type ClientCheckSystem } from '../support/client-check.ts';

let check: ClientCheckSystem;

beforeAll(async () => {
  check = await startClientCheckSystem();
});
afterAll(() => check.close());

test('the built client calls a companion and verifies webhooks in this version of Node', async () => {
  expect(await check.run(process.execPath)).toMatchObject(EXPECTED_CHECK_RESULT);
});
