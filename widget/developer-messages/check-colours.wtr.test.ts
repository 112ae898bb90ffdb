import { expect } from '@open-wc/testing';
import { mountCheckout } from '../test-support/mount.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { warnIfFocusResemblesError } from './check-colours.ts';

/** The colours that were warned of. */
async function warnings(colours: Readonly<Record<string, string>>): Promise<string[]> {
  const element = await mountCheckout(new FakeCompanion());
  for (const [name, value] of Object.entries(colours)) element.style.setProperty(`--tillgate-color-${name}`, value);
  const lines: string[] = [];
  const own = Object.getOwnPropertyDescriptor(console, 'warn')!;
  Object.defineProperty(console, 'warn', { configurable: true, value: (line: string) => lines.push(line) });
  warnIfFocusResemblesError(element.shadowRoot!);
  Object.defineProperty(console, 'warn', own);
  expect(element.shadowRoot!.querySelector('i[style]')).to.equal(null);
  return lines;
}

describe('the colours of the focus and of errors', () => {
  it("are told apart with the element's own colours and with a blue focus", async () => {
    expect(await warnings({})).to.deep.equal([]);
    expect(await warnings({ primary: '#9a3f1c', danger: '#a3201a', focus: '#1d4f91' })).to.deep.equal([]);
  });

  it('are warned of where they look alike, once', async () => {
    const lines = await warnings({ primary: '#9a3f1c', danger: 'oklch(0.46 0.17 28)' });
    expect(lines.length).to.equal(1);
    expect(lines[0]).to.contain('--tillgate-color-focus').and.to.contain('troubleshooting.md#similar-colours');
    expect(await warnings({ primary: '#9a3f1c', danger: '#a3201a' })).to.deep.equal([]);
  });
});
