import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseOptions } from '../../server/settings/parse-options.ts';
import { parseIssuerUrl } from '../../server/payments/issuer-url.ts';
import { isAllowedWebhookUrl } from '../../server/webhooks/target-url.ts';
import { COMPANION_CREDENTIALS, startAttackTarget, type AttackTarget } from '../support/attack.ts';
import { recordPromiseFigures } from '../support/promise-figures.ts';
import { authoriseResponse, sendXml } from '../support/stub-gateway.ts';

const ESC = { tab: '\t', newline: '\n', nul: '\u0000', del: '\u007f' };

/** Ways to write an address that leads elsewhere than it seems to, or that parsers read differently. */
const EVIL: [name: string, address: string][] = [
  ['plain http', 'http://acs.bank.example/x'],
  ['another host', 'https://evil.example/'],
  ['a host that begins like it', 'https://acs.bank.example.evil.example/'],
  ['a host that ends like it', 'https://evilacs.bank.example/'],
  ['a host that ends like a wildcard', 'https://eviltrusted.example/'],
  ['the wildcard’s own root', 'https://trusted.example/'],
  ['user info', 'https://user@acs.bank.example/'],
  ['user info and password', 'https://user:pass@acs.bank.example/'],
  ['the host as user info', 'https://acs.bank.example@evil.example/'],
  ['the host as user and port', 'https://acs.bank.example:443@evil.example/'],
  ['an empty user', 'https://:@acs.bank.example/'],
  ['a backslash for a slash', 'https:\\\\acs.bank.example\\x'],
  ['a backslash before an at', 'https://evil.example\\@acs.bank.example/'],
  ['a tab in the host', `https://acs.bank${ESC.tab}.example/`],
  ['a newline in the host', `https://acs.bank${ESC.newline}.example/`],
  ['a newline before', `${ESC.newline}https://acs.bank.example/`],
  ['a space before', ' https://acs.bank.example/'],
  ['a NUL after', `https://acs.bank.example/${ESC.nul}`],
  ['a DEL inside', `https://acs.bank.example/${ESC.del}`],
  ['a newline in the path', `https://acs.bank.example/a${ESC.newline}Set-Cookie: a=b`],
  ['no scheme', '//acs.bank.example/'],
  ['four slashes and another host', 'https:////evil.example/acs.bank.example'],
  ['no slashes and another host', 'https:evil.example'],
  ['a path alone', '/x'],
  ['nothing', ''],
  ['another port', 'https://acs.bank.example:8443/'],
  ['port 0', 'https://acs.bank.example:0/'],
  ['a port too large', 'https://acs.bank.example:99999/'],
  ['a trailing dot', 'https://acs.bank.example./'],
  ['javascript', 'javascript:alert(1)//acs.bank.example'],
  ['javascript in odd case', 'jAvAsCrIpT:alert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['file', 'file:///etc/passwd'],
  ['blob', 'blob:https://acs.bank.example/x'],
  ['ftp', 'ftp://acs.bank.example/'],
  ['websocket', 'wss://acs.bank.example/'],
  ['this machine', 'https://127.0.0.1/'],
  ['this machine by name', 'https://localhost/'],
  ['this machine in short', 'https://127.1/'],
  ['this machine as a number', 'https://2130706433/'],
  ['this machine in hex', 'https://0x7f.0.0.1/'],
  ['this machine in octal', 'https://0177.0.0.1/'],
  ['this machine as IPv6', 'https://[::1]/'],
  ['this machine as IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/'],
  ['any machine', 'https://0.0.0.0/'],
  ['a cloud’s secrets', 'https://169.254.169.254/latest/meta-data/'],
  ['a cloud’s secrets in IPv6', 'https://[::ffff:169.254.169.254]/'],
  ['a neighbour', 'https://10.0.0.7/'],
  ['an IPv6 zone', 'https://[fe80::1%25eth0]/'],
  ['a look-alike letter', 'https://acs.b\u0430nk.example/'],
  ['a look-alike dot in a longer name', 'https://acs.bank.example\u3002evil.example/'],
  ['a look-alike slash', 'https://evil.example\u2215.acs.bank.example/'],
  ['a percent-coded dot and host', 'https://evil.example%2f.acs.bank.example/'],
  ['a percent-coded at', 'https://acs.bank.example%40evil.example/'],
  ['a fragment for a path', 'https://evil.example#.acs.bank.example/'],
  ['a question for a path', 'https://evil.example?.acs.bank.example/'],
  ['a semicolon', 'https://evil.example;.acs.bank.example/'],
  ['a comma', 'https://evil.example,acs.bank.example/'],
  ['a wildcard', 'https://*.trusted.example/'],
  ['the wildcard with a port', 'https://a.trusted.example:444/'],
];

const RULES = { issuerHosts: ['acs.bank.example', '*.trusted.example'], allowLoopbackIssuer: false };

describe('promise 17: issuer addresses', () => {
  test.each(EVIL)('promise 17: an issuer_url with %s is rejected', (_name, address) => {
    expect(parseIssuerUrl(address, RULES)).toBeUndefined();
  });

  test.each([
    ['the host itself', 'https://acs.bank.example/x?y=1', 'https://acs.bank.example/x?y=1'],
    ['its own port in words', 'https://acs.bank.example:443/', 'https://acs.bank.example/'],
    ['capitals', 'HTTPS://ACS.BANK.EXAMPLE/', 'https://acs.bank.example/'],
    ['full-width letters, which are the same name', 'https://\uff41cs.bank.example/', 'https://acs.bank.example/'],
    ['a host below a wildcard', 'https://a.b.trusted.example/', 'https://a.b.trusted.example/'],
  ])('promise 17: an issuer_url with %s is accepted in its normal form', (_name, address, plain) => {
    expect(parseIssuerUrl(address, RULES)?.href).toBe(plain);
  });

  test('promise 17: plain http is accepted only on this machine beside a local sandbox', () => {
    const local = { issuerHosts: ['localhost:4002', '127.0.0.1:4002'], allowLoopbackIssuer: true };
    expect(parseIssuerUrl('http://localhost:4002/x', local)?.href).toBe('http://localhost:4002/x');
    expect(parseIssuerUrl('http://localhost:4003/x', local)).toBeUndefined();
    expect(parseIssuerUrl('http://localhost.evil.example:4002/x', local)).toBeUndefined();
    expect(parseIssuerUrl('http://localhost:4002/x', { ...local, allowLoopbackIssuer: false })).toBeUndefined();
    expect(
      parseIssuerUrl('http://bank:4002/', { issuerHosts: ['bank:4002'], allowLoopbackIssuer: true }),
    ).toBeUndefined();
  });
});

describe('promise 17: addresses in a payment', () => {
  let target: AttackTarget;
  beforeAll(async () => {
    target = await startAttackTarget({ issuerHosts: RULES.issuerHosts });
  });
  afterAll(() => target.close());

  test('promise 17: no malicious issuer_url reaches a browser, and the payment is unknown', async () => {
    let sent = 0;
    for (const [name, address] of EVIL) {
      // What XML cannot hold never gets this far, and blanks around a value are gone by then.
      if (/\u0000/.test(address) || parseIssuerUrl(address.trim(), RULES) !== undefined) continue;
      const escaped = address.replace(/[&<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
      target.gateway.respond = (fields, response) =>
        sendXml(
          response,
          authoriseResponse(fields, { order_status: undefined, result_info: undefined, issuer_url: escaped }),
        );
      const answer = await target.submit({});
      const body = await answer.text();
      expect(JSON.parse(body), name).not.toHaveProperty('action');
      expect(body, name).not.toMatch(/evil|javascript|169\.254/);
      sent += 1;
    }
    recordPromiseFigures(17, { evil_issuer_urls: sent, followed: 0 });
  });

  test('promise 17: an issuer_url is kept as the issuer wrote it, with the companion’s addresses at its end', async () => {
    const own = 'https://acs.bank.example/?QUJDRA==&acsCode=100&x=a%20b~%E4&return_url=https://else.example';
    target.gateway.respond = (fields, response) =>
      sendXml(
        response,
        authoriseResponse(fields, {
          order_status: undefined,
          result_info: undefined,
          issuer_url: own.replaceAll('&', '&amp;'),
        }),
      );
    const outcome = (await (await target.submit({})).json()) as { action: { url: string }; payment_id: string };
    const query = new URLSearchParams({
      return_url: `http://pay.localhost:4001/checkout/return/${outcome.payment_id}?frame=1`,
      notify_url: `http://pay.localhost:4001/gateway/notify/${outcome.payment_id}`,
    });
    expect(outcome.action.url).toBe(`${own}&${query.toString()}`);
  });

  /** The shop may send its shoppers anywhere, by an address that every parser reads alike. */
  const returns = EVIL.filter(
    ([, address]) =>
      /[\u0000-\u0020\u007f\\]|^[^?#]*@/.test(address) || !/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address),
  );
  test.each(returns)(
    'promise 17: a session with %s in its return_url is rejected without a 5xx',
    async (_name, address) => {
      // An optional text that is empty counts as absent.
      for (const field of address === '' ? ['return_url'] : ['return_url', 'cancel_url']) {
        await expect(target.openSession({ [field]: address })).rejects.toThrow(
          /"code":"(invalid_request|malformed_body)"/,
        );
      }
    },
  );

  test('promise 17: the browser cannot choose where it returns', async () => {
    const { token } = await target.openSession();
    target.gateway.respond = (fields, response) => sendXml(response, authoriseResponse(fields));
    const refused = await target.submit({ submit: { return_url: 'https://evil.example' } as object }, token);
    expect(refused.status).toBe(400);
    const paid = (await (await target.submit({}, token)).json()) as { payment_id: string };
    for (const query of [
      '',
      '?return_url=https://evil.example',
      '?session_id=https://evil.example&url=//evil.example',
    ]) {
      for (const method of ['GET', 'POST']) {
        const back = await target.request(`/checkout/return/${paid.payment_id}${query}`, {
          method,
          headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
          ...(method === 'POST' ? { body: 'return_url=https%3A%2F%2Fevil.example' } : {}),
        });
        expect(back.status).toBe(303);
        expect(new URL(back.headers.get('location') ?? '').origin).toBe('http://shop.localhost:4000');
      }
    }
    for (const id of ['//evil.example', '%2F%2Fevil.example', '..%2f..', 'https:evil.example']) {
      const lost = await target.request(`/checkout/return/${id}`);
      expect(lost.status).toBe(404);
      expect(lost.headers.get('location')).toBeNull();
    }
  });
});

describe('promise 17: webhook addresses', () => {
  const settings = {
    ...COMPANION_CREDENTIALS,
    publicUrl: 'https://pay.shop.example',
    gatewayUrl: 'https://gateway.example',
  };
  const webhookSecret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

  test.each([
    'https://shop.example/hooks',
    'https://shop.example:8443/hooks?tenant=1',
    'http://localhost:3000/hooks',
    'http://shop:3000/hooks',
    'http://10.1.2.3/hooks',
    'http://[::1]:3000/',
    'http://shop.internal/hooks',
    'https://[2606:4700::1111]/hooks',
    'https://[64:ff9b::808:808]/hooks',
    'https://[2002:808:808::1]/hooks',
    'https://[2001:0:808:808::f7f7:f7f7]/hooks',
  ])('promise 17: the webhook address %s is accepted', (address) => {
    expect(isAllowedWebhookUrl(address)).toBe(true);
    expect(parseOptions({ ...settings, webhookUrl: address, webhookSecret }).webhooks[0]?.url).toBe(address);
  });

  test.each([
    'http://shop.example/hooks',
    'http://8.8.8.8/hooks',
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'http://metadata.google.internal/',
    'http://metadata/',
    'http://metadata.google.internal./',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[::ffff:10.0.0.7]/',
    'https://[::10.0.0.7]/',
    'https://[::ffff:0:10.0.0.7]/',
    'https://[64:ff9b::169.254.169.254]/',
    'https://[64:ff9b::10.0.0.7]/',
    'http://[64:ff9b::10.0.0.7]/',
    'https://[64:ff9b:1::10.0.0.7]/',
    'https://[64:ff9b:1:a00:0:700::]/',
    'https://[64:ff9b:1::808:808]/',
    'https://[2002:a00:7::1]/',
    'https://[2002:a9fe:a9fe::]/',
    'https://[2001:0:a00:7::f7f7:f7f7]/',
    'https://[2001:0:808:808::f5ff:fff8]/',
    'https://[2001:db8::5efe:192.168.0.1]/',
    'https://[2001:db8::200:5efe:127.0.0.1]/',
    'https://[::ffff:100.64.0.1]/',
    'https://user@shop.example/',
    'https://user:secret@shop.example/',
    'https://shop.example/#x',
    'https://shop.example\\@evil.example/',
    'https://shop.example/\tx',
    ' https://shop.example/',
    'ftp://shop.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'shop.example',
    'https://',
  ])('promise 17: the webhook address %s stops the start', (address) => {
    expect(isAllowedWebhookUrl(address)).toBe(false);
    expect(() => parseOptions({ ...settings, webhookUrl: address, webhookSecret })).toThrow(/^TILLGATE_WEBHOOK_URL: /);
  });
});
