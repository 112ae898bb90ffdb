import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCheckoutServer, type CheckoutServerOptions } from '../../server/index.ts';
import { SHOP_ORIGIN, startTestSystem, type TestSystem } from '../support/system.ts';
import { testApiKey } from '../support/test-keys.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20"><rect width="80" height="20"/></svg>';
const HTML = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en' };
const folder = mkdtempSync(join(tmpdir(), 'hosted-page-'));
const logo = join(folder, 'logo.svg');

let system: TestSystem;

beforeAll(async () => {
  writeFileSync(logo, LOGO);
  writeFileSync(join(folder, 'empty.png'), '');
  writeFileSync(join(folder, 'large.png'), Buffer.alloc(512 * 1024 + 1));
  system = await startTestSystem({
    companion: { shopName: 'Möbel & <Söhne>', shopLogo: logo, theme: '{"color-primary":"#0a7f5a","radius":"3px"}' },
  });
});

afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = HTML, from = system): Promise<Response> =>
  Promise.resolve(from.companion.fetch(new Request(`http://pay.localhost:4001${path}`, { headers })));
const pageOf = async (token: string, headers?: Record<string, string>): Promise<string> =>
  (await get(`/pay/${token}`, headers)).text();

describe('hosted page', () => {
  test('the hosted page shows shop, order and totals and gives the element its session', async () => {
    const session = await system.openSession({
      order_no: 'A-1029',
      amount: '27.50',
      items: [
        { name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 2 },
        { name: 'Postcard', sku: 'P-1', unit_price: '1.00', quantity: 1 },
      ],
      item_total: '25.00',
      shipping: '4.50',
      discount: '2.00',
      tax_total: '0.00',
      cancel_url: 'https://shop.example/cart?id=1&x=2',
    });
    const response = await get(`/pay/${session.token}`);
    const page = await response.text();
    expect(response.status).toBe(200);
    for (const text of ['Order A-1029', 'Mug', '€24.00', '€1.00', '€25.00', '€4.50', '−€2.00', '€27.50'])
      expect(page, text).toContain(text);
    // An order without tax shows no tax line.
    expect(page).not.toContain('Tax');
    expect(page).toContain('href="https://shop.example/cart?id=1&amp;x=2"');
    expect(page).toContain(`<tillgate-checkout session="${session.token}" server="http://pay.localhost:4001" `);
    expect(page).toContain('alt="Möbel &amp; &lt;Söhne&gt;"');
  });

  test('the hosted page holds what the element would request first', async () => {
    const items = [{ name: '</script><b>Mug & co</b>', sku: 'MUG-1', unit_price: '12.00', quantity: 2 }];
    const { token } = await system.openSession({ items });
    const { document } = new Window();
    document.write(await pageOf(token));
    const text = document.querySelector('meta[name="session-view"]')?.getAttribute('content') ?? '';
    const response = await system.browser(token, 'GET', '/checkout/session');
    expect(JSON.parse(text)).toEqual(await response.json());
  });

  test('the hosted page shows no subtotal that equals the total', async () => {
    const items = [{ name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 2 }];
    const { token } = await system.openSession({ amount: '24.00', item_total: '24.00', items });
    expect(await pageOf(token)).not.toContain('Subtotal');
    const shipped = await system.openSession({ amount: '29.00', item_total: '24.00', shipping: '5.00', items });
    expect(await pageOf(shipped.token)).toContain('Subtotal');
  });

  test('the hosted page links to the shop’s origin if the session has no cancel_url', async () => {
    const session = await system.openSession({ return_url: 'https://shop.example/thanks?order=1' });
    expect(await pageOf(session.token)).toContain('href="https://shop.example"');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '//shop.example', 'ftp://shop.example'])(
    'a session with the cancel_url %s is rejected',
    async (cancel_url) => {
      await expect(system.openSession({ cancel_url })).rejects.toThrow(/cancel_url/);
    },
  );

  test('the hosted page escapes every text of an order', async () => {
    const evil = `"><img src=x onerror=alert(1)></script><svg/onload=alert(2)>'\`\${1}{{1}}`;
    const session = await system.openSession({
      items: [{ name: evil, sku: 'X', unit_price: '12.00', quantity: 2 }],
    });
    const page = await pageOf(session.token);
    expect(page).toContain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
    expect(page).not.toMatch(/<img src=x|<svg|onload=alert\(2\)>'/);
    const framed = await (await get(`/pay/${session.token}?frame`)).text();
    expect(framed).not.toContain('onerror');
  });

  test('the hosted page runs no inline script, is framed by allowed origins only and is not cached', async () => {
    const { token } = await system.openSession();
    for (const path of [`/pay/${token}`, `/pay/${token}?frame`]) {
      const { headers } = await get(path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", 'trusted-types tillgate'])
        expect(policy, path).toContain(rule);
      expect(policy).not.toMatch(/unsafe|\*(?!\b| |;)|data:/);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('the hosted page can be framed by the shop, and the form alone not by the companion', async () => {
    const { token } = await system.openSession();
    const ancestors = async (path: string): Promise<string> =>
      /frame-ancestors ([^;]*)/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[1] ?? '';
    expect(await ancestors(`/pay/${token}`)).toBe(`'self' ${SHOP_ORIGIN}`);
    expect(await ancestors(`/pay/${token}?frame`)).toBe(SHOP_ORIGIN);
    expect(await ancestors('/pay/tgs_unknown')).toBe("'none'");
  });

  test.each(['$&', "$'", '$`', '$$-1', 'A$1-$<x>'])(
    'the hosted page shows the order number %s unchanged in its heading',
    async (part) => {
      const order = `${part}-${crypto.randomUUID()}`;
      const { token } = await system.openSession({ order_no: order });
      const page = await (await get(`/pay/${token}`)).text();
      const heading = /<h1>(.*?)<\/h1>/.exec(page)?.[1];
      const signs: Record<string, string> = { amp: '&', '#39': "'", lt: '<', gt: '>' };
      expect(heading?.replace(/&(\S+?);/g, (_coded, name: string) => signs[name] ?? '?')).toBe(`Order ${order}`);
    },
  );

  test('the hosted page lets an issuer’s frame use passkeys and payment confirmation', async () => {
    const { token } = await system.openSession();
    const policyOf = async (path: string): Promise<string> => (await get(path)).headers.get('permissions-policy') ?? '';
    for (const path of [`/pay/${token}`, `/pay/${token}?frame`]) {
      expect(await policyOf(path)).toContain('payment=*, publickey-credentials-get=*');
      expect(await policyOf(path)).toContain('camera=()');
    }
    for (const path of ['/docs', '/pay/tgs_nobody'])
      expect(await policyOf(path), path).toContain('payment=(), publickey-credentials-get=()');
  });

  test('the form alone contains nothing of the order', async () => {
    const session = await system.openSession({ order_no: 'SECRET-77' });
    const page = await (await get(`/pay/${session.token}?frame`)).text();
    // The token is random text, in which any short word may stand.
    expect(page.replaceAll(session.token, '')).not.toMatch(/SECRET-77|Mug|24\.00/);
    expect(page).toContain(`data-origins="${SHOP_ORIGIN}"`);
    expect(page).toContain('<body');
  });
});

describe('hosted page of an unknown token', () => {
  test('an unknown token gets an HTML page in a browser and a JSON problem in a program', async () => {
    const page = await get('/pay/tgs_unknown');
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('This payment page does not exist');
    const problem = await get('/pay/tgs_unknown', { accept: 'application/json' });
    expect(problem.status).toBe(404);
    expect(await problem.json()).toMatchObject({ code: 'not_found' });
  });

  test('the page of an unknown token is in the visitor’s language and does not echo the token', async () => {
    const page = await get('/pay/%22%3E%3Cscript%3Ealert(1)', { ...HTML, 'accept-language': 'de-AT,en' });
    const text = await page.text();
    expect(text).toContain('<html lang="de"');
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('alert');
  });
});

describe('language of the hosted page', () => {
  test.each([
    ['de-AT', 'en', 'lang="de"', 'ltr', 'Zurück zum Shop'],
    ['ar', 'en', 'lang="ar"', 'rtl', undefined],
    [undefined, 'fr-CA,fr;q=0.9', 'lang="fr"', 'ltr', undefined],
    [undefined, 'xx', 'lang="en"', 'ltr', 'Back to the shop'],
  ])('a session locale of %s in a browser with %s gives the language %s', async (locale, accepted, lang, dir, text) => {
    const session = await system.openSession(locale === undefined ? {} : { locale });
    const page = await pageOf(session.token, { ...HTML, 'accept-language': accepted });
    expect(page).toContain(lang);
    expect(page).toContain(`dir="${dir}"`);
    if (text !== undefined) expect(page).toContain(text);
  });

  test.each([
    ['en-USA', 'lang="en"', '€24.00'],
    ['de-12', 'lang="de"', '24,00\u00a0€'],
    ['zh-min-nan', 'lang="zh-Hans"', '€24.00'],
    ['de-AT', 'lang="de"', '€\u00a024,00'],
    ['ca', 'lang="en"', '24,00\u00a0€'],
  ])('a session with the locale %s is shown in a supported language', async (locale, lang, amount) => {
    const session = await system.openSession({ locale });
    const response = await get(`/pay/${session.token}`);
    expect(response.status).toBe(200);
    const page = await response.text();
    expect(page).toContain(lang);
    expect(page).toContain(amount);
  });

  test.each([
    [undefined, 'ca, es-ES;q=0.9, en;q=0.8', 'es', 'es-ES', '24,00\u00a0€'],
    [undefined, 'nb-NO, de-AT, en', 'de', 'de-AT', '€\u00a024,00'],
    [undefined, 'eu, fr', 'fr', 'fr', '24,00\u00a0€'],
    [undefined, 'eu, zh-HK', 'zh-Hant', 'zh-HK', '€24.00'],
    [undefined, 'sv-SE, *', 'en', 'en', '€24.00'],
    [undefined, '"><script>', 'en', 'en', '€24.00'],
    ['de-AT', 'fr', 'de', 'de-AT', '€\u00a024,00'],
    ['zh-min-nan', 'fr', 'zh-Hans', 'zh-Hans', '€24.00'],
  ])(
    'the page of a session locale %s in a browser with %s has the language of its form',
    async (locale, accepted, lang, spoken, amount) => {
      const session = await system.openSession(locale === undefined ? {} : { locale });
      const page = await pageOf(session.token, { ...HTML, 'accept-language': accepted });
      expect(page).toContain(`<html lang="${lang}"`);
      expect(/<tillgate-checkout [^>]*locale="([^"]*)"/.exec(page)?.[1]).toBe(spoken);
      expect(page).toContain(amount);
    },
  );
});

test.each([
  ['de-AT', 'Karte, auf der Seite des Zahlungsanbieters'],
  ['en', 'Card, on the payment provider’s page'],
  [undefined, 'Card'],
])('the label of the gateway’s page differs from the card’s in the session’s language %s', async (locale, label) => {
  const methods = ['card', 'gateway_page', { method: 'gateway_page_2', label: 'Own' }];
  const session = await system.openSession({ methods, ...(locale === undefined ? {} : { locale }) });
  const view = await (await system.browser(session.token, 'GET', '/checkout/session')).json();
  expect(view).toMatchObject({ methods: [{ label: null }, { label }, { label: 'Own' }] });
});

describe('branding of the hosted page', () => {
  test('the theme and the logo are served as a style sheet and an image', async () => {
    const sheet = await get('/pay/theme.css');
    expect(sheet.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await sheet.text()).toBe(
      ':root {\n  --tillgate-color-primary: #0a7f5a;\n  --tillgate-radius: 3px;\n  --tillgate-color-on-primary: #fff;\n}\n',
    );
    const picture = await get('/pay/logo');
    expect(picture.headers.get('content-type')).toBe('image/svg+xml');
    expect(await picture.text()).toBe(LOGO);
  });

  test.each([
    ['#fd0', undefined, '#000'],
    ['#FFDD00', undefined, '#000'],
    ['#1a1a1a', undefined, '#fff'],
    ['#fd0', 'navy', 'navy'],
    ['gold', undefined, undefined],
  ])('a primary colour %s with the text colour %s has the text colour %s on it', async (primary, own, expected) => {
    const theme = { 'color-primary': primary, ...(own === undefined ? {} : { 'color-on-primary': own }) };
    const other = await startTestSystem({ companion: { theme } });
    const sheet = await (await get('/pay/theme.css', HTML, other)).text();
    expect(/on-primary: ([^;]*);/.exec(sheet)?.[1]).toBe(expected);
    await other.close();
  });

  test('a shop without a logo has its name beside a tile with its first letter', async () => {
    const other = await startTestSystem({ companion: { shopName: 'école <&>' } });
    const { token } = await other.openSession();
    const page = await (await get(`/pay/${token}`, HTML, other)).text();
    expect(page).toContain('<span class="tile" aria-hidden="true">É</span>école &lt;&amp;&gt;</p>');
    await other.close();
  });

  test('a logo at another origin is allowed by the page’s policy', async () => {
    const other = await startTestSystem({ companion: { shopLogo: 'https://cdn.example/logo.png' } });
    const { token } = await other.openSession();
    const response = await get(`/pay/${token}`, HTML, other);
    expect(response.headers.get('content-security-policy')).toContain("img-src 'self' https://cdn.example;");
    expect(await response.text()).toContain('src="https://cdn.example/logo.png"');
    expect((await get('/pay/logo', HTML, other)).status).toBe(404);
    await other.close();
  });

  test('may link to the shop’s terms, privacy, refunds and contact, in that order', async () => {
    const shopLinks = {
      contact: 'mailto:help@shop.example',
      terms: 'https://shop.example/terms',
      privacy: 'http://localhost:4000/privacy',
    };
    const other = await startTestSystem({ companion: { shopLinks } });
    const { token } = await other.openSession();
    const page = await (await get(`/pay/${token}`, HTML, other)).text();
    const links = [...page.matchAll(/<a href="([^"]*)" target="_blank" rel="noopener">([^<]*)</g)].map((link) =>
      link.slice(1),
    );
    expect(links).toEqual([
      ['https://shop.example/terms', 'Terms'],
      ['http://localhost:4000/privacy', 'Privacy'],
      ['mailto:help@shop.example', 'Contact'],
    ]);
    await other.close();
  });

  test.each<[string, Partial<CheckoutServerOptions>]>([
    ['TILLGATE_THEME', { theme: '{' }],
    ['TILLGATE_THEME', { theme: '[]' }],
    ['TILLGATE_THEME', { theme: '{"color-primary":"url(https://evil.example)"}' }],
    ['TILLGATE_THEME', { theme: '{"color-primary":"red;}body{display:none"}' }],
    ['TILLGATE_THEME', { theme: '{"colour":"red"}' }],
    ['TILLGATE_THEME', { theme: '{"radius":3}' }],
    ['TILLGATE_SHOP_LINKS', { shopLinks: '{' }],
    ['TILLGATE_SHOP_LINKS', { shopLinks: '{"imprint":"https://shop.example/imprint"}' }],
    ['TILLGATE_SHOP_LINKS', { shopLinks: '{"terms":"javascript:alert(1)"}' }],
    ['TILLGATE_SHOP_LINKS', { shopLinks: '{"terms":"http://shop.example/terms"}' }],
    ['TILLGATE_SHOP_LINKS', { shopLinks: '{"terms":7}' }],
    ['TILLGATE_SHOP_LOGO', { shopLogo: 'http://cdn.example/logo.png' }],
    ['TILLGATE_SHOP_LOGO', { shopLogo: 'https://user:word@cdn.example/logo.png' }],
    ['TILLGATE_SHOP_LOGO', { shopLogo: join(folder, 'missing.svg') }],
    ['TILLGATE_SHOP_LOGO', { shopLogo: join(folder, 'empty.png') }],
    ['TILLGATE_SHOP_LOGO', { shopLogo: join(folder, 'large.png') }],
    ['TILLGATE_SHOP_LOGO', { shopLogo: '/etc/passwd' }],
  ])('an invalid branding setting stops the start with one line that names %s: %j', (setting, options) => {
    const start = (): unknown =>
      createCheckoutServer({
        publicUrl: 'http://pay.localhost:4001',
        gatewayUrl: 'http://localhost:1',
        merchantId: '70519',
        accountId: '984747105',
        signKey: 'x'.repeat(32),
        apiKeys: `${testApiKey('shop')}:pay+read`,
        dataDir: ':memory:',
        logLevel: 'silent',
        ...options,
      });
    expect(start).toThrow(new RegExp(`^${setting}: [^\\n]+\\.$`));
  });
});
