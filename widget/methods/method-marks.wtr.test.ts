import { expect } from '@open-wc/testing';
import { render } from 'lit';
import type { MethodView } from '../../shared/contract/index.ts';
import { methodMark } from './method-marks.ts';

const METHOD: MethodView = {
  method: 'nordpay',
  kind: 'redirect',
  label: 'Nordpay',
  brands: null,
  banks: [],
  fields: [],
};

/** What a strict policy of the page blocks is reported. */
async function reported(method: MethodView): Promise<{ element: HTMLElement; blocked: string[] }> {
  const element = document.createElement('div');
  document.body.append(element);
  const blocked: string[] = [];
  const note = (event: SecurityPolicyViolationEvent): void => void blocked.push(event.violatedDirective);
  document.addEventListener('securitypolicyviolation', note);
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = "img-src 'none'; style-src 'none'; object-src 'none'; font-src 'none'";
  document.head.append(policy);
  render(methodMark(method), element);
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  document.removeEventListener('securitypolicyviolation', note);
  return { element, blocked };
}

describe("a method's icon", () => {
  it('of the shop is drawn from its data under a policy that allows no image and no style', async () => {
    const icon = { background: '#123456', paths: [{ d: 'M4 4h8v8H4z', fill: '#ffffff' }] };
    const { element, blocked } = await reported({ ...METHOD, icon });
    const paths = [...element.querySelectorAll('path')];
    expect(paths.map((path) => path.getAttribute('fill'))).to.deep.equal(['#123456', '#ffffff']);
    expect(getComputedStyle(paths[1]!).fill).to.equal('rgb(255, 255, 255)');
    expect(paths[1]!.getBBox().width).to.equal(8);
    expect(blocked).to.deep.equal([]);
  });

  it('becomes attributes of paths only, even where its data look like markup', async () => {
    const hostile = '"/><script>document.title="taken"</script>';
    const { element } = await reported({ ...METHOD, icon: { paths: [{ d: hostile, fill: hostile }] } });
    expect(element.querySelector('script')).to.equal(null);
    expect(element.querySelectorAll('path').length).to.equal(1);
    expect(element.querySelector('path')!.getAttribute('fill')).to.equal(hostile);
  });

  it('is one for its kind where the shop has none', async () => {
    const drawn = await Promise.all(
      [
        METHOD,
        { ...METHOD, presents: 'qr' as const },
        { ...METHOD, presents: 'voucher' as const },
        { ...METHOD, method: 'online_banking' },
        { ...METHOD, method: 'cash_payment' },
      ].map(async (method) => (await reported(method)).element.querySelector('path')!.getAttribute('d')),
    );
    expect(new Set(drawn).size).to.equal(5);
  });
});
