import { expect } from 'vitest';
import { TillgateCheckout } from '../index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { FakeCompanion, SESSION_VIEW } from '../testing/index.ts';

/** Shows, pays and removes the element in a DOM that is no browser's, as a shop's unit test does. */
export async function payInSimulatedDom(): Promise<void> {
  expect(customElements.get('tillgate-checkout')).toBe(TillgateCheckout);
  const companion = new FakeCompanion({ amount: '12.00' });
  const element = document.createElement('tillgate-checkout');
  const heard: string[] = [];
  for (const name of ['ready', 'change', 'submit', 'complete', 'error']) {
    element.addEventListener(`tillgate-${name}`, () => heard.push(name));
  }
  element.server = 'https://pay.shop.example';
  element.fetcher = companion.fetch;
  element.session = 'any';
  document.body.append(element);
  await expect.poll(() => heard).toEqual(['ready']);
  const form = element.shadowRoot!.querySelector('form')!;
  await expect.poll(() => form.textContent).toContain('€12.00');
  fillCard(element);
  expect(heard).toEqual(['ready', 'change', 'change']);
  await element.submit();
  await expect.poll(() => heard.slice(3)).toEqual(['submit', 'complete']);
  await expect.poll(() => element.shadowRoot!.textContent).toContain('Payment received');
  expect(companion.submits[0]!.card!.number).toBe('4242424242424242');
  element.remove();
  await element.updateComplete;
  // Where a simulated DOM has no constructable style sheets, Lit leaves style elements.
  expect(element.shadowRoot!.querySelectorAll(':not(style)')).toHaveLength(0);
}

function fillCard(element: TillgateCheckout): void {
  const type = (selector: string, text: string): void => {
    const input = element.shadowRoot!.querySelector<HTMLInputElement>(selector)!;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  type('#card-number', '4242424242424242');
  type('#card-expiry', '1231');
  type('#card-code', '123');
  type('#card-holder', 'Ana Souza');
}

/** Pays with an action that simulated DOMs may lack the parts for, until it is paid. */
export async function payWithActionInSimulatedDom(
  action: NonNullable<Outcome['action']>,
  shown: string,
): Promise<void> {
  const companion = new FakeCompanion({ device: { ...SESSION_VIEW.device, fingerprint: true } });
  companion.answers.push({ status: 'action_required', payment_id: 'pay_1', abandonable: true, action });
  const element = document.createElement('tillgate-checkout');
  Object.assign(element, { server: 'https://pay.shop.example', fetcher: companion.fetch, session: 'any' });
  document.body.append(element);
  const root = element.shadowRoot!;
  await expect.poll(() => root.querySelector('form')).not.toBeNull();
  fillCard(element);
  await element.submit();
  await expect.poll(() => root.querySelector(shown)).not.toBeNull();
  companion.outcome = { status: 'paid', payment_id: 'pay_1' };
  await expect.poll(() => root.textContent).toContain('Payment received');
  element.remove();
}

export const CHALLENGE_ACTION: NonNullable<Outcome['action']> = {
  type: 'challenge',
  url: 'https://acs.example/',
  method: 'POST',
  fields: {},
  window_size: '02',
};

export const QR_CODE_ACTION: NonNullable<Outcome['action']> = {
  type: 'code',
  url: 'https://bank.example/',
  method: 'GET',
  fields: {},
  code: { kind: 'qr', value: '00020126', expires_at: null },
};
