import { expect } from '@open-wc/testing';
import type { InstallmentPlan } from '../../shared/contract/index.ts';
import { axeFindings } from '../test-support/axe.ts';
import { at, hostPart, t, wordsOf, type PartHost } from '../test-support/part-host.ts';
import { InstallmentPlans } from './installment-plans.ts';

const PLANS: InstallmentPlan[] = [
  { id: 'three', count: 3, amount: '8.00' },
  { id: 'six', count: 6, amount: '4.25', total: '25.50' },
  { id: 'visa-only', count: 9, brands: ['visa'] },
];

async function mountPlans(
  plans: readonly InstallmentPlan[],
  brand: string | null = null,
): Promise<{ host: PartHost; part: InstallmentPlans; root: ShadowRoot; setBrand: (id: string | null) => void }> {
  let current = brand;
  const mounted = await hostPart(
    (onChange) => new InstallmentPlans(onChange),
    (part) => part.render({ t, format: (amount) => `€${amount}`, disabled: false, brand: current }),
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

describe('installment plans', () => {
  it('are shown with amounts and totals, in full unless chosen', async () => {
    const { host, part, root } = await mountPlans(PLANS);
    expect(at(root, 'legend').textContent).to.equal('Pay in parts');
    expect(wordsOf(root)).to.contain('3 payments of €8.00').and.to.contain('€25.50 in all');
    expect(part.value(null)).to.deep.equal({});
    at(root, 'input[value="six"]').click();
    await host.updateComplete;
    expect(part.value(null)).to.deep.equal({ installments: 'six' });
    expect(await axeFindings(host)).to.deep.equal([]);
  });

  it('of a brand come and go with the card, and are not sent for another', async () => {
    const { host, part, root, setBrand } = await mountPlans(PLANS, 'visa');
    at(root, 'input[value="visa-only"]').click();
    await host.updateComplete;
    expect(part.value('visa')).to.deep.equal({ installments: 'visa-only' });
    setBrand('amex');
    await host.updateComplete;
    expect(root.querySelectorAll('input[value="visa-only"]')).to.have.length(0);
    expect(at(root, 'input[value=""]').checked).to.equal(true);
    expect(part.value('amex')).to.deep.equal({});
  });

  it('are a list to choose from where there are many', async () => {
    const many = [3, 6, 9, 12, 18].map((count) => ({ id: `p${count}`, count, amount: '2.00', total: '30.00' }));
    const { host, part, root } = await mountPlans(many);
    const select = at<HTMLSelectElement>(root, 'select');
    expect(select.options).to.have.length(6);
    expect(select.options[1]!.text).to.equal('3 payments of €2.00 (€30.00 in all)');
    select.value = 'p9';
    select.dispatchEvent(new Event('change'));
    expect(part.value(null)).to.deep.equal({ installments: 'p9' });
    expect(await axeFindings(host)).to.deep.equal([]);
  });

  it('are nothing where there are none', async () => {
    const { root } = await mountPlans([]);
    expect(wordsOf(root)).to.equal('');
  });
});
