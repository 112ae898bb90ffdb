import { expect, test, vi } from 'vitest';
import { diagnoseAndLogLoadFailure } from './explain-failure.ts';

vi.mock('../developer-messages/console-messages.ts', () => Promise.reject(new Error('not loaded')));

test('a failed load has the code that fits best where the messages to the developer cannot be loaded', async () => {
  const load = {
    code: 'internal_error',
    server: 'https://pay.shop.example',
    session: 'undefined',
    items: '',
    isolated: false,
    send: fetch,
  } as const;
  await expect(diagnoseAndLogLoadFailure(load)).resolves.toBe('unauthenticated');
});
