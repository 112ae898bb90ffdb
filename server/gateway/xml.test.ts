import { describe, expect, test } from 'vitest';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { UnreadableMessageError } from './decode-body.ts';
import { readResultDocument } from './xml.ts';

const readPaymentResult = (xml: string): PaymentResult => readResultDocument(xml).result;

const GOOD = `<?xml version="1.0" encoding="UTF-8"?>
<respon>
  <merchant_id>0070519</merchant_id>
  <account_id>984747105</account_id>
  <order_no>0012345</order_no>
  <amount>10.00</amount>
  <currency>EUR</currency>
  <transaction_id>0012345-00042</transaction_id>
  <card>424242***4242</card>
  <order_status>1</order_status>
  <result_info>0000:Success: all &amp; well</result_info>
  <contract_name/>
  <risk_score>3</risk_score>
  <risk_reasons><name>velocity</name><status>pass</status></risk_reasons>
  <encryption_data>ab</encryption_data>
</respon>`;

const status = '<order_status>1</order_status>';

describe('a valid XML response', () => {
  test('is read in full, with the digits of its numbers unchanged', () => {
    expect(readPaymentResult(GOOD)).toEqual({
      merchant_id: '0070519',
      account_id: '984747105',
      order_no: '0012345',
      amount: '10.00',
      currency: 'EUR',
      transaction_id: '0012345-00042',
      card: '424242***4242',
      order_status: '1',
      result_info: '0000:Success: all & well',
      contract_name: '',
      risk_score: '3',
      risk_reasons: [{ name: 'velocity', status: 'pass' }],
      encryption_data: 'ab',
    });
  });

  test('is read with several risk reasons, plain or wrapped, and with unknown elements', () => {
    const plain =
      '<respon><risk_reasons><name>a</name><status>1</status><name>b</name><status>2</status></risk_reasons><new_thing>x</new_thing></respon>';
    const wrapped =
      '<respon><risk_reasons><reason><name>a</name><status>1</status></reason><reason><name>b</name><status>2</status></reason></risk_reasons></respon>';
    const expected = {
      risk_reasons: [
        { name: 'a', status: '1' },
        { name: 'b', status: '2' },
      ],
    };
    expect(readPaymentResult(plain)).toEqual(expected);
    expect(readPaymentResult(wrapped)).toEqual(expected);
  });

  test('keeps the text of CDATA unchanged, and decodes each character reference once', () => {
    const noteOf = (text: string): unknown => readPaymentResult(`<respon><note>${text}</note></respon>`).note;
    expect(noteOf('<![CDATA[a < b]]>')).toBe('a < b');
    expect(noteOf('<![CDATA[a &amp; &#38; b]]> &amp; c')).toBe('a &amp; &#38; b & c');
    expect(noteOf('<![CDATA[<!-- a --><?b?>]]>')).toBe('<!-- a --><?b?>');
    expect(noteOf('&lt;&gt;&amp;&quot;&apos;')).toBe('<>&"\'');
    expect(noteOf('it&#39;s &#x41;&#65; &#x1F600;')).toBe("it's AA \u{1f600}");
    expect(noteOf('&amp;lt; &#38;lt; &amp;#60;')).toBe('&lt; &lt; &#60;');
  });

  test('is read without risk reasons if they are plain text', () => {
    const { order_status: word, risk_reasons: reasons } = readPaymentResult(
      '<respon><order_status>1</order_status><risk_reasons>velocity: pass</risk_reasons></respon>',
    );
    expect({ word, reasons }).toEqual({ word: '1', reasons: [] });
  });

  test('is read with an issuer_url and a 3-D Secure proof of several thousand characters', () => {
    const long = `https://a.b/?creq=${'e'.repeat(7_900)}`;
    const xml = `<respon><issuer_url>${long}</issuer_url><threeds_result>${long}</threeds_result></respon>`;
    expect(readPaymentResult(xml)).toEqual({ issuer_url: long, threeds_result: long });
  });

  test('is read with elements named like the members of every object', () => {
    const { others } = readResultDocument(
      `<respon>${status}<constructor>a</constructor><__proto__>b</__proto__></respon>`,
    );
    expect([...others]).toEqual([
      ['constructor', 'a'],
      ['__proto__', 'b'],
    ]);
  });

  test('has its issuer_url decoded from any escaping', () => {
    for (const sign of ['&amp;', '&#38;', '&#x26;', '<![CDATA[&]]>']) {
      const { issuer_url: url } = readPaymentResult(
        `<respon><issuer_url>https://a.b/?c=1${sign}d=2</issuer_url></respon>`,
      );
      expect(url).toBe('https://a.b/?c=1&d=2');
    }
  });
});

test('a truncated XML response is unreadable at every length', () => {
  for (let end = 0; end < GOOD.length; end += 1) {
    expect(() => readPaymentResult(GOOD.slice(0, end)), `the first ${String(end)} characters`).toThrow(
      UnreadableMessageError,
    );
  }
});

const MALFORMED: Record<string, string> = {
  empty: '',
  'white space only': '  \n ',
  'plain text': 'OK',
  JSON: '{"order_status":"1"}',
  'an HTML page': '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>',
  'HTML without doctype': '<html><body>1</body></html>',
  'another root': `<response>${status}</response>`,
  'a root in another case': `<Respon>${status}</Respon>`,
  'two roots': `<respon>${status}</respon><respon>${status}</respon>`,
  'a second root of another name': `<respon>${status}</respon><x/>`,
  'text after the root': `<respon>${status}</respon>junk`,
  'text before the root': `junk<respon>${status}</respon>`,
  'text between elements': `<respon>junk${status}</respon>`,
  'the same element twice': `<respon>${status}<order_status>0</order_status></respon>`,
  'the same element twice with one value': `<respon>${status}${status}</respon>`,
  'a nested element': '<respon><order_status><order_status>1</order_status></order_status></respon>',
  'a result inside a result': `<respon><result>${status}</result></respon>`,
  'CDATA inside a tag': '<respon><order_st<![CDATA[atus]]>>1</order_status></respon>',
  'CDATA beside the root': `<![CDATA[]]><respon>${status}</respon>`,
  'CDATA between elements': `<respon><![CDATA[x]]>${status}</respon>`,
  'CDATA without an end': `<respon>${status}<note><![CDATA[x</note></respon>`,
  'an attribute on a field': '<respon><order_status type="int">1</order_status></respon>',
  'an attribute on the root': `<respon version="2">${status}</respon>`,
  'a namespace': `<respon xmlns="urn:x">${status}</respon>`,
  'an unclosed field': '<respon><order_status>1</respon>',
  'crossed tags': '<respon><a><b></a></b></respon>',
  'an unclosed root': `<respon>${status}`,
  'a doctype': `<!DOCTYPE respon><respon>${status}</respon>`,
  'an entity bomb': '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><respon><note>&b;</note></respon>',
  'an external entity': '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><respon><note>&x;</note></respon>',
  'a comment in a value': '<respon><order_status>1<!-- -->0</order_status></respon>',
  'a comment beside the root': `<!-- 1 --><respon>${status}</respon>`,
  'a processing instruction': `<?php echo 1 ?><respon>${status}</respon>`,
  'a declaration after white space': `\n<?xml version="1.0"?><respon>${status}</respon>`,
  'a declaration in the middle': `<respon><?xml version="1.0"?>${status}</respon>`,
  'a control character': '<respon><order_status>1\u0000</order_status></respon>',
  'a replacement character in what decides': '<respon><result_info>Jos\ufffd</result_info></respon>',
  'an entity of HTML in what decides': '<respon><order_no>a&nbsp;b</order_no></respon>',
  'an entity of its own': '<respon><order_status>&one;</order_status></respon>',
  'a reference without an end': '<respon><note>a &amp b</note></respon>',
  'a reference with a capital X in what decides': '<respon><order_status>&#X31;</order_status></respon>',
  'a control character in a name': '<respon><order\u0000_status>1</order\u0000_status></respon>',
  'two control characters in one name': '<respon><amount\u0001>1.00</amount\u0002></respon>',
  'a reference to half a character in what decides': '<respon><order_no>&#xD83D;</order_no></respon>',
  'a reference to nothing in what decides': '<respon><order_no>&#0;</order_no></respon>',
  'a reference beyond Unicode in what decides': '<respon><order_no>&#x110000;</order_no></respon>',
  'a very long value of what decides': `<respon><result_info>${'x'.repeat(8001)}</result_info></respon>`,
  'a bare ampersand in a tag': '<respon><a&b>1</a&b></respon>',
  'what decides inside of reasons': `<respon><risk_reasons><reason>${status}</reason></risk_reasons></respon>`,
  'what decides inside of a note': `<respon>${status}<note><order_status>0</order_status></note></respon>`,
  'what decides deep inside': `<respon><a><b><c><amount>1.00</amount></c></b></a></respon>`,
  'a root inside of a note': `<respon>${status}<note><respon/></note></respon>`,
  'deep nesting': `<respon>${status}${'<a>'.repeat(50)}${'</a>'.repeat(50)}</respon>`,
  'only a root': '<respon',
  'a self-closed root that goes on': `<respon/>${status}`,
};

describe('a malformed XML response', () => {
  test.each(Object.entries(MALFORMED))('is unreadable: %s', (_name, xml) => {
    expect(() => readPaymentResult(xml)).toThrow(UnreadableMessageError);
  });
});

describe('a payment response with invalid informational fields', () => {
  const around = (odd: string): string => `<respon>${status}${odd}<card>424242***4242</card></respon>`;
  const whole = { order_status: '1', card: '424242***4242' };

  test.each<[string, string]>([
    ['note', '<note>Jos\ufffd</note>'],
    ['note', '<note>a&nbsp;b</note>'],
    ['note', '<note>&#xD83D;</note>'],
    ['note', '<note>&#0;</note>'],
    ['note', `<note>${'x'.repeat(8001)}</note>`],
    ['note', '<note>a</note><note>b</note>'],
    ['note', '<note kind="x">a</note>'],
    ['note', '<note><line>a</line><line>b</line></note>'],
    ['token_id', '<token_id>t-1</token_id><token_id>t-2</token_id>'],
    ['risk_score', '<risk_score><value>3</value></risk_score>'],
    ['new_thing', '<new_thing><part x="1">a</part></new_thing>'],
    ['note', '<note>a\u0001</note>'],
    ['note', '<note><![CDATA[a < b\u0001]]></note>'],
  ])('is read without an invalid %s, which is reported as damaged: %s', (name, odd) => {
    const { result, others, damaged } = readResultDocument(around(odd));
    expect(result).toEqual(whole);
    expect([...others]).toEqual([]);
    expect(damaged).toEqual([name]);
  });

  test.each<[string, string, { name: string; status: string }[]]>([
    [
      'the element stands twice',
      '<risk_reasons><name>a</name><status>1</status></risk_reasons><risk_reasons><name>b</name><status>2</status></risk_reasons>',
      [
        { name: 'a', status: '1' },
        { name: 'b', status: '2' },
      ],
    ],
    ['a name has no status', '<risk_reasons><name>a</name></risk_reasons>', [{ name: 'a', status: '' }]],
    ['a status has no name', '<risk_reasons><status>1</status></risk_reasons>', []],
    [
      'there is a third part',
      '<risk_reasons><name>a</name><status>1</status><score>9</score></risk_reasons>',
      [{ name: 'a', status: '1' }],
    ],
    [
      'two names share one status',
      '<risk_reasons><name>a</name><name>b</name><status>2</status></risk_reasons>',
      [
        { name: 'a', status: '' },
        { name: 'b', status: '' },
      ],
    ],
    ['a name has an attribute', '<risk_reasons><name x="1">a</name><status>1</status></risk_reasons>', []],
    ['they are damaged text', '<risk_reasons>\ufffd</risk_reasons>', []],
    [
      'text stands beside them',
      '<risk_reasons>a<name>b</name><status>1</status></risk_reasons>',
      [{ name: 'b', status: '1' }],
    ],
    [
      'only one of the wrapped is whole',
      '<risk_reasons><r><name>a</name></r><r><status>1</status></r><r><name>b</name><status>2</status></r></risk_reasons>',
      [
        { name: 'a', status: '' },
        { name: 'b', status: '2' },
      ],
    ],
    ['there are none', '<risk_reasons/>', []],
  ])('is read with its valid risk reasons where %s', (_name, odd, reasons) => {
    expect(readPaymentResult(around(odd))).toEqual({ ...whole, risk_reasons: reasons });
  });
});
