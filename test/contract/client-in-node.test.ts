import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPECTED_CHECK_RESULT, startClientCheck, type ClientCheck } from '../support/client-check.ts';

let check: ClientCheck;

beforeAll(async () => {
  check = await startClientCheck();
});
afterAll(() => check.close());

test('the built client calls a companion and verifies webhooks in this version of Node', async () => {
  expect(await check.run(process.execPath)).toMatchObject(EXPECTED_CHECK_RESULT);
});
