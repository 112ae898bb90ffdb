import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appFolderOf, runTool } from './support/shop-window.ts';

const root = new URL('../../', import.meta.url).pathname;

test('the package’s types compile in a strict program', async () => {
  writeFileSync(join(appFolderOf('plain'), 'check.ts'), PROGRAM);
  const options = '--noEmit --strict --target es2023 --lib es2023,dom,dom.iterable --module nodenext --skipLibCheck';
  const words = [
    ...options.split(' '),
    '--types',
    'node',
    '--typeRoots',
    join(root, 'node_modules/@types'),
    'check.ts',
  ];
  expect(await runTool('tsc', 'plain', words)).toBe('');
});

test('the client’s types compile without Node’s types', async () => {
  writeFileSync(join(appFolderOf('plain'), 'check-client.ts'), CLIENT_PROGRAM);
  const options = '--noEmit --strict --exactOptionalPropertyTypes --target es2023 --lib es2023,dom --module nodenext';
  expect(await runTool('tsc', 'plain', [...options.split(' '), '--skipLibCheck', 'check-client.ts'])).toBe('');
});

test.each([
  ['React 19', 'react', 'tsc'],
  ['React 18', 'react-18', 'tsc'],
  ['Vue', 'vue', 'vue-tsc'],
  ['Preact and Solid', 'types', 'tsc'],
])('%s types accept the tag, its properties and events, and reject invalid ones', async (_name, app, tool) => {
  expect(await runTool(tool, app)).toBe('');
});

const PROGRAM = `import { createCheckoutServer } from 'tillgate/server';
import { createAcquiringClient } from 'tillgate/gateway';
import { createIssuingClient } from 'tillgate/gateway';
import { createSignedWebhook, verifyWebhook, type Payment, type Refund, type WebhookMessage } from 'tillgate/webhooks';
import type { CreateRefunds, CreateReviews, CreateSession, CreatedSession, DetailedPayment, RefundEntryResult, ReportRiskOutcomes } from 'tillgate/server';
import { TillgateCheckout, type TillgateCompleteEvent } from 'tillgate/widget';
const server = createCheckoutServer({ publicUrl: 'https://a.example', gatewayUrl: 'https://b.example', merchantId: '1', accountId: '1', signKey: 'k', apiKeys: 'x:pay' });
const client = createAcquiringClient({ baseUrl: 'https://b.example', merchantId: '1', accountId: '1', signKeys: ['k'] });
const element: TillgateCheckout | null = document.querySelector('tillgate-checkout');
element?.addEventListener('tillgate-complete', (event: TillgateCompleteEvent) => event.session_id.length);
element?.addEventListener('tillgate-complete', ({ status }) => status satisfies 'paid' | 'declined' | 'expired');
document.addEventListener('tillgate-complete', ({ status }) => status satisfies 'paid' | 'declined' | 'expired');
window.addEventListener('tillgate-error', ({ code, retryable }) => [code satisfies string, retryable satisfies boolean]);
// @ts-expect-error an event that does not exist
document.addEventListener('tillgate-paid', ({ status }) => status);
const refunded = await client.refund([]);
if (refunded.kind === 'completed') refunded.items[0]?.status satisfies string | undefined;
const issuing = createIssuingClient({ baseUrl: 'https://b.example', companyId: 'C', signKeys: ['k'] });
const card = await issuing.createCard({ card_bin_id: 806, request_id: 'r' });
if (card.kind === 'completed') card.result.create_result_list[0]?.fee satisfies number | null | undefined;
// @ts-expect-error an amount is a number in issuing
await issuing.rechargeGroup({ group_id: '1', recharge_amount: '1.00', request_id: 'r' });
const event = verifyWebhook('{}', {}, 'whsec_');
if (event.type === 'payment.paid') event.data.order_no satisfies string;
if (event.type === 'refund.updated') event.data.refund_amount satisfies string;
createSignedWebhook('payment.paid', event.data as never, 'whsec_');
const session: CreateSession = { order_no: 'T-1', currency: 'EUR', amount: '24.00', items: [{ name: 'Mug', sku: 'M', unit_price: '24.00', quantity: 1 }], return_url: 'https://shop.example/' };
const refunds: CreateRefunds = { refunds: [{ payment_id: 'pay_1', refund_amount: '4.00', refund_reason: 'broken' }] };
const reviews: CreateReviews = { reviews: [{ payment_id: 'pay_1', decision: 'approve' }] };
// @ts-expect-error a refund needs its amount
const wrong: CreateRefunds = { refunds: [{ payment_id: 'pay_1', refund_reason: 'broken' }] };
type Told = Extract<WebhookMessage, { type: 'payment.paid' }>['data'] extends Payment ? true : never;
true satisfies Told;
export type { CreatedSession, DetailedPayment, Refund, RefundEntryResult, ReportRiskOutcomes };
// @ts-expect-error a setting that does not exist
createCheckoutServer({ nonsense: true });
export { server, client, session, refunds, reviews, wrong };
`;

const CLIENT_PROGRAM = `import { createTillgateClient, isTillgateError, verifyWebhookAsync, type CreateSession, type ErrorCode, type Payment, type TillgateClient } from 'tillgate/client';
import type { Payment as PaymentOfEvent } from 'tillgate/webhooks';
const tillgate: TillgateClient = createTillgateClient({ url: 'https://pay.example', apiKey: 'k' });
const session: CreateSession = { order_no: 'T-1', currency: 'EUR', amount: '24.00', items: [{ name: 'Mug', sku: 'M', unit_price: '24.00', quantity: 1 }], return_url: 'https://shop.example/' };
(await tillgate.sessions.create(session, { idempotencyKey: 'k', signal: AbortSignal.timeout(5) })).token satisfies string;
for await (const payment of tillgate.payments.list({ status: 'paid', limit: 5, attention: true })) payment satisfies Payment;
(await tillgate.payments.list()).next_cursor satisfies string | null;
(await tillgate.payments.get('pay_1')).timeline[0]?.kind satisfies string | undefined;
(await tillgate.payments.capture('pay_1')).payment satisfies PaymentOfEvent | null;
(await tillgate.savedCards.list({ shopper_id: 'c-1' })).saved_cards[0]?.last4 satisfies string | undefined;
(await tillgate.request<{ id: string }>({ method: 'PATCH', path: '/sessions/:id', params: { id: 'ses_1' }, body: {} })).id satisfies string;
// @ts-expect-error a status that does not exist
void tillgate.payments.list({ status: 'payed' });
// @ts-expect-error a refund needs its amount
void tillgate.refunds.create({ refunds: [{ payment_id: 'pay_1', refund_reason: 'broken' }] });
// @ts-expect-error a read has no idempotency key
void tillgate.payments.get('pay_1', { idempotencyKey: 'k' });
// @ts-expect-error the shopper is required
void tillgate.savedCards.list();
const failed: unknown = undefined;
if (isTillgateError(failed)) failed.code satisfies ErrorCode;
const event = await verifyWebhookAsync('{}', new Headers(), 'whsec_');
if (event.type === 'payment.paid') event.data.order_no satisfies string;
`;
