import { describe, expect, test } from 'vitest';
import { UnreadableMessageError } from './decode-body.ts';
import { parseNotification, type ParsedNotification } from './notification.ts';

const FORM = 'application/x-www-form-urlencoded';
const read = (body: string | Buffer, type: string | undefined = FORM, recipe: string[] = []): ParsedNotification =>
  parseNotification(Buffer.from(body), type, { recipe });

describe('a form-encoded notification', () => {
  test('is decoded as browsers encode forms', () => {
    expect(read('\ufeff\r\na=1&b=%26+%3D%zz&&c&note=Jos%C3%A9=x&raw=José\r\n')).toEqual({
      fields: { a: '1', b: '& =%zz', c: '', note: 'José=x', raw: 'José' },
      damaged: [],
    });
  });

  test.each([
    ['GBK', '%CD%CB%BB%F5', '退货'],
    // The second half of a character may be a letter, which stays as it is.
    ['gb18030', '%81A%81%30%81%30', '丄\u0080'],
    ['"Big5"', '%B0h%B3f', '退貨'],
    ['iso-8859-1', 'Jos%E9', 'José'],
    ['utf-8', 'Jos%C3%A9', 'José'],
    // Forms are never written in it, and an unknown charset is ignored.
    ['utf-16', 'Jos%C3%A9', 'José'],
    ['klingon', 'Jos%C3%A9', 'José'],
  ])('is decoded by its declared charset %s, or as UTF-8', (charset, written, note) => {
    expect(read(`order_no=1&note=${written}`, `${FORM}; charset=${charset}`)).toEqual({
      fields: { order_no: '1', note },
      damaged: [],
    });
  });

  test('is decoded by its declared charset if its bytes are not percent-encoded', () => {
    const body = Buffer.concat([
      Buffer.from('note='),
      Buffer.from([0xcd, 0xcb, 0xbb, 0xf5]),
      Buffer.from('&order_no=1'),
    ]);
    expect(read(body, `${FORM}; charset=gbk`).fields).toEqual({ note: '退货', order_no: '1' });
    expect(read(body)).toEqual({ fields: { order_no: '1' }, damaged: [] });
  });
});

describe('a notification with damaged or repeated fields', () => {
  test.each([
    ['bytes that are no text', 'note=%CD%CB'],
    ['a control character', 'note=a%00'],
    ['a sign that stands for damage', 'note=%EF%BF%BD'],
    ['more than a field holds', `note=${'a'.repeat(4_001)}`],
    ['twins', 'note=a&note=b'],
    ['three of one name', 'note=a&note=b&note=c'],
    ['twins of which one is damaged', 'note=a&note=%00'],
    ['names that no field has', 'no[t]e=a&risk.name=b&=c&%CD=d&a+b=e'],
  ])('is read without the field that has %s', (_what, pairs) => {
    expect(read(`${pairs}&order_no=1`)).toEqual({ fields: { order_no: '1' }, damaged: [] });
  });

  test('names each decisive field among them', () => {
    expect(read('order_no=1&amount=%CD&order_status=1&order_status=1&note=a&note=b')).toEqual({
      fields: { order_no: '1' },
      damaged: ['amount', 'order_status'],
    });
    expect(read('order_no=1&note=a&note=b', FORM, ['note']).damaged).toEqual(['note']);
    expect(read('{"order_no":1,"amount":"a\\u0000","webhooks_type":["a"],"recurring_id":{"a":1}}').damaged).toEqual([
      'amount',
      'webhooks_type',
      'recurring_id',
    ]);
  });

  test('keeps __proto__ and constructor as plain field names', () => {
    const { fields } = read('__proto__=a&constructor=b&order_no=1');
    expect(Object.entries(fields)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['order_no', '1'],
    ]);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    expect(Object.keys(read('{"__proto__":{"a":"1"},"order_no":"1"}').fields)).toEqual(['order_no']);
  });

  test.each([
    ['nothing', ''],
    ['no field at all', 'a[b]=1&c.d=2'],
    ['another kind of form', '--x\r\nContent-Disposition: form-data; name="order_no"\r\n\r\n1\r\n--x--'],
    ['too many pairs', Array.from({ length: 201 }, (_, at) => `a${String(at)}=1`).join('&')],
    ['JSON that ends early', '{"order_no":"1"'],
    ['JSON that goes on', '{"order_no":"1"}}'],
    ['a list', '[{"order_no":"1"}]'],
    ['an empty object', '{}'],
    ['XML with an element twice', '<respon><order_no>1</order_no><order_no>1</order_no></respon>'],
  ])('is unreadable as a whole if it contains %s', (_what, body) => {
    expect(() => read(body)).toThrow(UnreadableMessageError);
  });
});

describe('a JSON notification', () => {
  test('keeps the digits of its numbers, and leaves out null', () => {
    const body =
      ' {"amount" : 24.00,"transaction_id":12345678901234567890,"risk_score":-1e2,"webhooks_type":null,' +
      '"note":"a \\"quoted\\" {5}: \\u00e9","risk_reasons":[{"name":"a","amount":7}],"is3ds":true,"empty":[],"order_no":"1"}';
    expect(read(body, 'application/json')).toEqual({
      fields: {
        amount: '24.00',
        transaction_id: '12345678901234567890',
        risk_score: '-1e2',
        note: 'a "quoted" {5}: é',
        order_no: '1',
      },
      damaged: [],
    });
  });

  test('loses both values of a repeated key, also of an escaped one', () => {
    expect(read('{"order_status":"1","order_no":"1","order\\u005fstatus":"0"}')).toEqual({
      fields: { order_no: '1' },
      damaged: ['order_status'],
    });
  });

  test('is decoded as UTF-16 by its byte order mark or its charset', () => {
    expect(read(Buffer.from('\ufeff{"order_no":"1"}', 'utf16le')).fields).toEqual({ order_no: '1' });
    expect(read(Buffer.from('{"order_no":"1"}', 'utf16le'), 'application/json; charset=utf-16le').fields).toEqual({
      order_no: '1',
    });
  });
});

test('a notification in XML is read with its webhooks_type', () => {
  const body =
    '<respon><order_no>1</order_no><webhooks_type>DISPUTE RESULT</webhooks_type><x.y>a</x.y>' +
    '<risk_reasons><name>a</name><status>1</status></risk_reasons></respon>';
  expect(read(body, 'text/xml')).toEqual({ fields: { order_no: '1', webhooks_type: 'DISPUTE RESULT' }, damaged: [] });
});

test('a notification in XML names its repeated and nested decisive fields, and leaves out other ones', () => {
  const body =
    '<respon><order_no>1</order_no><webhooks_type>PAYMENT</webhooks_type><webhooks_type>DISPUTE RESULT</webhooks_type>' +
    '<recurring_id><id>r-1</id></recurring_id><note>a</note><note>b</note></respon>';
  const { fields, damaged } = read(body, 'text/xml');
  expect(fields).toEqual({ order_no: '1' });
  expect([...damaged].sort()).toEqual(['recurring_id', 'webhooks_type']);
});

test('a notification with 32,000 spaces in a field is read within 500 ms', () => {
  const before = performance.now();
  expect(read(`order_no=1&note=${' '.repeat(32_000)}a`).fields).toMatchObject({ order_no: '1' });
  expect(performance.now() - before).toBeLessThan(500);
});
