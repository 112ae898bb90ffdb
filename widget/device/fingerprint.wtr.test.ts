import { expect } from '@open-wc/testing';
import { computeFingerprint } from './fingerprint.ts';
import { FINGERPRINT_SIGNALS } from './signals.ts';

/** Other engines tell nothing of the machine, and paint noise into pictures. */
const ONLY_IN_CHROMIUM = [0, 6];

const read = (): Promise<unknown[]> => Promise.all(FINGERPRINT_SIGNALS.map(async (signal) => signal()));

/** Runs with a property of an object replaced. */
async function withReplaced<T>(target: object, name: string, value: unknown, run: () => Promise<T>): Promise<T> {
  const original = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, get: () => value });
  try {
    return await run();
  } finally {
    if (original === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, original);
  }
}

describe('the fingerprint', () => {
  it('is the same each time, and 32 hexadecimal digits', async () => {
    const first = await computeFingerprint();
    expect(first).to.match(/^[0-9a-f]{32}$/);
    expect(await computeFingerprint()).to.equal(first);
  });

  it('reads something by every signal that this browser has', async () => {
    const values = await read();
    expect(values).to.have.length(8);
    const absent = 'userAgentData' in navigator ? [] : ONLY_IN_CHROMIUM;
    for (const [at, value] of values.entries()) {
      if (absent.includes(at)) expect(value).to.equal(undefined);
      else expect(JSON.stringify(value)).to.be.a('string').that.has.length.greaterThan(4);
    }
    if (absent.length === 0) expect(String(values[6])).to.match(/^data:image\/png;base64,\S{2000,}/);
  });

  for (const [name, value] of [
    ['hardwareConcurrency', 77],
    ['language', 'eo'],
    ['deviceMemory', 0.25],
    ['userAgentData', { brands: [{ brand: 'Kiln' }], getHighEntropyValues: async () => ({ model: 'One' }) }],
  ] as const) {
    it(`differs by ${name}`, async () => {
      const usual = await computeFingerprint();
      expect(await withReplaced(navigator, name, value, computeFingerprint)).not.to.equal(usual);
      expect(await computeFingerprint()).to.equal(usual);
    });
  }

  it('is the same whichever way the screen is held, and another on another screen', async () => {
    const on = (width: number, height: number): Promise<string> =>
      withReplaced(screen, 'width', width, () => withReplaced(screen, 'height', height, computeFingerprint));
    expect(await on(1080, 2340)).to.equal(await on(2340, 1080));
    expect(await on(1080, 2340)).not.to.equal(await on(1080, 2400));
  });

  it('does without a picture where an engine paints noise, and without a signal that is refused', async () => {
    const values = await withReplaced(navigator, 'userAgentData', undefined, read);
    expect([values[0], values[6]]).to.deep.equal([undefined, undefined]);
    const refused = { brands: [], getHighEntropyValues: () => Promise.reject(new Error('refused')) };
    expect(await withReplaced(navigator, 'userAgentData', refused, computeFingerprint)).to.match(/^[0-9a-f]{32}$/);
  });

  it('leaves no graphics contexts behind, of which a page may have few', async () => {
    const contexts: (WebGLRenderingContext | null)[] = [];
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own canvas below
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      const context = Reflect.apply(original, this, args) as WebGLRenderingContext | null;
      if (args[0] === 'webgl') contexts.push(context);
      return context;
    } as typeof original;
    await computeFingerprint();
    HTMLCanvasElement.prototype.getContext = original;
    expect(contexts).to.have.length(1);
    expect(contexts[0]?.isContextLost() ?? true).to.equal(true);
  });
});
