import { expect } from 'vitest';
import type { FrameLocator, Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';

const EUROPEAN_WORDS = {
  addMug: 'Add Morning mug to the basket',
  toCheckout: 'Go to checkout',
  cardNumber: 'Card number',
};

/** The shop and the element speak Portuguese in Brazil. */
const BRAZILIAN_WORDS = {
  addMug: 'Adicionar Caneca da manhã ao carrinho',
  toCheckout: 'Finalizar compra',
  cardNumber: 'Número do cartão',
};

/** Puts a mug into the basket and goes to the checkout, in the Brazilian shop or in the European one. */
export async function goToCheckout(page: Page, demo: Demo, market?: 'Brazil · BRL'): Promise<void> {
  await page.goto(demo.shopUrl);
  if (market !== undefined) await page.getByRole('button', { name: market }).click();
  const words = market === undefined ? EUROPEAN_WORDS : BRAZILIAN_WORDS;
  await page.getByRole('button', { name: words.addMug }).click();
  await page.getByRole('link', { name: words.toCheckout }).click();
  await page.getByLabel(words.cardNumber).waitFor();
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/31');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ana Souza');
  const terms = page.getByLabel('I agree to these payments.');
  if ((await terms.count()) > 0) await terms.check();
}

/** Chooses online banking and fills in its required fields; the names of the delivery are filled in already. */
export async function fillOnlineBanking(page: Page): Promise<void> {
  await page.getByLabel('Online banking').check();
  await page.getByLabel('Your bank').waitFor();
  await page.getByLabel('Email').fill('ana@example.com');
  await page.locator('tillgate-checkout').getByText('Ana Souza').waitFor();
  await page.getByLabel('Your bank').selectOption('NORDBANK');
}

/** Chooses the gateway's own page, in a frame, and goes there. */
export async function openGatewayPage(page: Page, demo: Demo): Promise<void> {
  await goToCheckout(page, demo);
  await page.goto(`${demo.shopUrl}/checkout?gateway=1`);
  await page.getByLabel('Card on the gateway’s page').check();
  // The method's own fields render one frame later.
  await page.locator('tillgate-checkout').getByText('Ana Souza').waitFor();
  await page.getByLabel('Email').fill('ana@example.com');
  await page.getByRole('button', { name: /^(Pay|Continue)/ }).click();
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay €/ });

export async function payByCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await payButton(page).click();
}

export const challengeFrameOf = (page: Page): FrameLocator => page.frameLocator('tillgate-checkout iframe');

export async function expectPaidPage(page: Page): Promise<void> {
  await page.waitForURL(/\/thank-you/);
  await page.getByRole('heading', { name: 'Thank you, it’s paid.' }).waitFor();
}

interface StoredPayment {
  status: string;
  transaction_id: string | null;
  amount: string;
  currency: string;
}

/** Asserts that the gateway's ledger and the companion's payments match: no charge missing, none doubled. */
export async function expectDemoLedgerToMatch(demo: Demo, paidOrders: number): Promise<void> {
  const response = await fetch(`${demo.companionUrl}/v1/payments?limit=100`, {
    headers: { authorization: `Bearer ${demo.apiKey}` },
  });
  const { payments } = (await response.json()) as { payments: StoredPayment[] };
  const key = (payment: Omit<StoredPayment, 'status'>): string =>
    `${String(payment.transaction_id)} ${payment.amount} ${payment.currency}`;
  const booked = payments.filter((payment) => payment.status === 'paid').map(key);
  const charged = demo.sandbox.state.ledger
    .all()
    .filter((transaction) => transaction.state === 'paid')
    .map(key);
  expect(booked.sort()).toEqual(charged.sort());
  expect(charged).toHaveLength(paidOrders);
}
