import { expect } from '@open-wc/testing';
import type { SessionView } from '../../shared/contract/index.ts';
import { axeFindings } from '../test-support/axe.ts';
import { findInRoot, mountPart, translateToEnglish, type PartHost } from '../test-support/part-host.ts';
import { SubscriptionTermsPart } from './subscription-terms.ts';

async function mountTerms(
  subscription: SessionView['subscription'],
  locale = 'en',
): Promise<{ host: PartHost; part: SubscriptionTermsPart; root: ShadowRoot }> {
  const mounted = await mountPart(
    (onChange) => new SubscriptionTermsPart(onChange),
    (part) => part.render({ t: translateToEnglish, format: (amount) => `€${amount}`, locale, disabled: false }),
  );
  mounted.part.begin({ subscription, amount: '5.00' });
  mounted.host.requestUpdate();
  await mounted.host.updateComplete;
  return mounted;
}

const rowsOf = (root: ShadowRoot): string[] =>
  Array.from(root.querySelectorAll('dl div'), (row) => row.textContent.replace(/\s+/g, ' ').trim());

describe('subscription terms', () => {
  it('say what is paid today, at first and then, and when it ends', async () => {
    const { host, root } = await mountTerms({
      contract_amount: '12.00',
      interval: 'month',
      interval_count: '1',
      promotion_cycle: 3,
      billing_cycle: 24,
      contract_start: '2026-11-21',
    });
    expect(rowsOf(root)).to.deep.equal([
      'Today €5.00',
      'First 3 payments €5.00 / month',
      'Then €12.00 / month',
      'Starts November 21, 2026',
      'Ends After 24 payments',
    ]);
    expect(await axeFindings(host)).to.deep.equal([]);
  });

  it('are short where they are simple', async () => {
    const { root } = await mountTerms({ interval: 'week', interval_count: '2' });
    expect(rowsOf(root)).to.deep.equal(['Today €5.00', 'Price €5.00 / 2 weeks', 'Ends When you cancel']);
  });

  it('name a first payment that differs, an end by date, and words that nobody knows', async () => {
    const { root } = await mountTerms({ contract_amount: '9.00', interval: 'fortnight', contract_end: '20271231' });
    expect(rowsOf(root)).to.deep.equal(['Today €5.00', 'Then €9.00 / fortnight', 'Ends December 31, 2027']);
  });

  it('read spans and dates in the language', async () => {
    const { root } = await mountTerms({ interval: 'year', interval_count: '2', contract_end: '2027-12-31' }, 'de');
    expect(rowsOf(root)[1]).to.contain('2 Jahre');
    expect(rowsOf(root)[2]).to.contain('31. Dezember 2027');
  });

  it('stand as given where a date cannot be read', async () => {
    const { root } = await mountTerms({ interval: 'month', contract_end: '2027-02-31' });
    expect(rowsOf(root)).to.deep.equal(['Today €5.00', 'Price €5.00 / month', 'Ends 2027-02-31']);
  });

  it('must be agreed to, which is said when it is missing', async () => {
    const { host, part, root } = await mountTerms({ interval: 'month' });
    expect(part.valid).to.equal(false);
    expect(root.querySelectorAll('.error')).to.have.length(0);
    part.showFaults();
    host.requestUpdate();
    await host.updateComplete;
    const box = findInRoot(root, '#subscription-agreed');
    expect(box.getAttribute('aria-invalid')).to.equal('true');
    expect(findInRoot(root, `#${box.getAttribute('aria-describedby')!}`).textContent).to.contain('Agree');
    expect(await axeFindings(host)).to.deep.equal([]);
    box.click();
    await host.updateComplete;
    expect(part.valid).to.equal(true);
    expect(part.value()).to.deep.equal({ subscription_agreed: true });
    expect(root.querySelectorAll('.error')).to.have.length(0);
    expect(findInRoot(root, 'label:has(#subscription-agreed)').getBoundingClientRect().height).to.be.at.least(24);
  });

  it('ask for nothing where nothing is subscribed to', async () => {
    const { part, root } = await mountTerms(null);
    expect(root.querySelectorAll('.terms')).to.have.length(0);
    expect(part.valid).to.equal(true);
    expect(part.value()).to.deep.equal({});
  });
});
