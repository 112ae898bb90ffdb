import { expect } from '@open-wc/testing';
import type { InstallmentPlan } from '../../shared/contract/index.ts';
import { axeFindings } from '../test-support/axe.ts';
import { findInRoot, mountPart, translateToEnglish, visibleTextOf, type PartHost } from '../test-support/part-host.ts';
import { InstallmentChoice } from './installment-plans.ts';

const PLANS: InstallmentPlan[] = [
  { id: 'three', count: 3, amount: '8.00' },
  { id: 'six', count: 6, amount: '4.25', total: '25.50' },
  { id: 'visa-only', count: 9, brands: ['visa'] },
];

async function mountPlans(
  plans: readonly InstallmentPlan[],
  brand: string | null = null,
): Promise<{ host: PartHost; part: InstallmentChoice; root: ShadowRoot; setBrand: (id: string | null) => void }> {
  let current = brand;
  const mounted = await mountPart(
    (onChange) => new InstallmentChoice(onChange),
    (part) =>
      part.render({
        t: translateToEnglish,
        amount: '24.00',
        format: (amount) => `€${amount}`,
        disabled: false,
        brand: current,
      }),
  );
  mounted.part.begin(plans);
  mounted.host.requestUpdate();
  await mounted.host.updateComplete;
  const setBrand = (id: string | null): void => {
    current = id;
    mounted.host.requestUpdate();
  };
  return { ...mounted, setBrand };
}

async function choose(host: PartHost, root: ShadowRoot, id: string): Promise<void> {
  findInRoot(root, `[value="${id}"]`).click();
  await host.updateComplete;
}

describe('installment plans', () => {
  it('are shown with amounts and totals, in full unless chosen', async () => {
    const { host, part, root } = await mountPlans(PLANS);
    expect(findInRoot(root, 'legend').textContent).to.equal('Pay in parts');
    const rows = Array.from(root.querySelectorAll('label'), ({ textContent }) =>
      textContent.replace(/\s+/g, ' ').trim(),
    );
    expect(rows).to.deep.equal([
      'Pay in full€24.00',
      '3 payments of €8.00 €8.00 due today',
      '6 payments of €4.25 €4.25 due today · €25.50 in all',
    ]);
    expect(part.value(null)).to.deep.equal({});
    expect(part.dueToday(null)).to.equal(undefined);
    await choose(host, root, 'six');
    expect(part.value(null)).to.deep.equal({ installments: 'six' });
    expect(part.dueToday(null)).to.equal('4.25');
    expect(await axeFindings(host)).to.deep.equal([]);
  });

  it('of a brand come and go with the card, and are not sent for another', async () => {
    const { host, part, root, setBrand } = await mountPlans(PLANS, 'visa');
    await choose(host, root, 'visa-only');
    expect(part.value('visa')).to.deep.equal({ installments: 'visa-only' });
    setBrand('amex');
    await host.updateComplete;
    expect(root.querySelectorAll('[value="visa-only"]')).to.have.length(0);
    expect(findInRoot(root, '[value=""]').checked).to.equal(true);
    expect(part.value('amex')).to.deep.equal({});
  });

  it('are nothing where there are none', async () => {
    const { root } = await mountPlans([]);
    expect(visibleTextOf(root)).to.equal('');
  });
});
