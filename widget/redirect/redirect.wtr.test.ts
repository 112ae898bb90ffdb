import { expect } from '@open-wc/testing';
import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { mount, shows } from '../test-support/mount.ts';
import { watchForms } from '../test-support/watch-forms.ts';
import { cleanAddress } from './address.ts';
import { postAction } from './post-action.ts';

const PIX: SessionView['methods'] = [
  { method: 'pix', kind: 'redirect', label: 'Pix', brands: null, banks: [], fields: [] },
];
const REDIRECT: Outcome = {
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'redirect', url: 'https://bank.example/pay?ref=7', method: 'POST', fields: { token: 'a&b="c"' } },
};

describe('a redirect', () => {
  let forms: ReturnType<typeof watchForms>;
  beforeEach(() => (forms = watchForms()));
  afterEach(() => forms.stop());

  it('takes the whole page to the bank, says so, and leaves nothing in the page', async () => {
    const companion = new FakeCompanion({ methods: PIX });
    companion.answers.push(REDIRECT);
    const element = await mount(companion);
    await shows(element, 'You will go to Pix');
    await element.submit();
    await shows(element, 'Taking you to Pix');
    expect(forms.sent).to.deep.equal([
      { url: 'https://bank.example/pay?ref=7', method: 'post', target: '_top', fields: { token: 'a&b="c"' } },
    ]);
    expect(document.querySelectorAll('body > form')).to.have.length(0);
  });

  it('keeps the query of an address that is opened by GET', () => {
    postAction({ ...REDIRECT.action!, method: 'GET' }, '_top');
    expect(forms.sent[0]).to.deep.include({ method: 'get', fields: { token: 'a&b="c"', ref: '7' } });
  });

  it('come back to by the back button offers to go on or pay another way', async () => {
    const companion = new FakeCompanion({ methods: PIX });
    companion.answers.push(REDIRECT);
    const element = await mount(companion);
    await element.submit();
    await shows(element, 'Taking you to Pix');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await shows(element, 'Pay another way');
  });
});

describe('the address', () => {
  const original = location.href;
  afterEach(() => history.replaceState(null, '', original));

  it('loses this session’s id only', () => {
    history.replaceState({ kept: true }, '', '?session_id=ses_1&a=1#top');
    expect(cleanAddress('ses_2')).to.equal(false);
    expect(location.search).to.contain('session_id=ses_1');
    expect(cleanAddress('ses_1')).to.equal(true);
    expect(`${location.search}${location.hash}`).to.equal('?a=1#top');
    expect(history.state).to.deep.equal({ kept: true });
  });
});
