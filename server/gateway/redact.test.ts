import { describe, expect, test } from 'vitest';
import { urlContainsCardData, maskCardNumber, maskCardNumbers, redactGatewayResult, redactFields } from './redact.ts';

describe('masking a card number', () => {
  test('keeps its first six and last four digits', () => {
    expect(maskCardNumber('4242424242424242')).toBe('424242***4242');
    expect(maskCardNumber('424242')).toBe('******');
  });

  test('covers each card number of a text, in any grouping, and no other number', () => {
    expect(maskCardNumbers('card 4242-4242 4242 4242 ok')).toBe('card 424242***4242 ok');
    expect(maskCardNumbers('order 1234567890123456')).toBe('order 1234567890123456');
    expect(maskCardNumbers('phone +55 11 91234 5678')).toBe('phone +55 11 91234 5678');
  });

  test('covers every field of a payment result, its risk reasons, and the submitted number in any field', () => {
    const number = '4000000000000002';
    const clean = redactGatewayResult(
      {
        card: number,
        order_no: `X${number}`,
        note: 'see 4242 4242 4242 4242',
        threeds_result: number,
        risk_reasons: [{ name: number, status: 'pass' }],
      },
      { number },
    );
    expect(JSON.stringify(clean)).not.toMatch(/4000000000000002|4242 4242 4242 4242/);
    expect(clean.card).toBe('400000***0002');
  });
});

describe('a card number in a notification', () => {
  const number = '4242424242424242';

  test('is masked in any script and grouping, in the names of fields too', () => {
    const clean = redactGatewayResult({
      note: '4242/4242/4242/4242',
      threeds_result: '４２４２　４２４２　４２４２　４２４２',
      'x 4242_4242_4242_4242': '4242\u20134242\u20134242\u20134242',
      status: '4242  4242\t4242\u20094242',
    });
    expect(Object.values(clean).join(' ') + Object.keys(clean).join(' ')).not.toMatch(/4{1,2}2?[^*]{0,3}4242.?4242/u);
    expect(clean).toMatchObject({ note: '424242***4242', status: '424242***4242' });
  });

  test('stays in an identifier, a document, a phone number or a bank account, unless it is the known card', () => {
    const fields = { reference_no: number, recurring_id: number, document: number, phone: number, batchId: number };
    expect(redactGatewayResult(fields)).toEqual(fields);
    expect(Object.values(redactGatewayResult(fields, { number }))).toEqual(
      Array.from({ length: 5 }, () => '424242***4242'),
    );
    expect(Object.values(redactGatewayResult(fields, { bin: '424242', last4: '4242' }))).not.toContain(number);
  });
});

describe('the card of a result', () => {
  test.each(['424242***4242', '424242******4242', '**** **** **** 4242', 'xxxx-xxxx-xxxx-4242', '4242', ''])(
    'stays where it is masked: %j',
    (card) => {
      expect(redactGatewayResult({ card })).toEqual({ card });
    },
  );

  test.each([
    ['in base64', Buffer.from('4242424242424242').toString('base64')],
    ['in hexadecimal without digits of its own', 'abcdefabcdef'],
    ['in words', 'four two four two'],
  ])('is removed if the number is written %s', (_name, card) => {
    expect(redactGatewayResult({ card })).toEqual({ card: '' });
  });
});

describe('the submitted card of a payment', () => {
  const mistyped = '4242424242424241';

  test('is masked in any grouping, with a wrong check digit, and inside a transaction ID', () => {
    const clean = redactGatewayResult(
      { note: '4242 4242 4242 4241 or 4242-4242.4242 4241', transaction_id: `T-${mistyped}` },
      { number: mistyped },
    );
    expect(clean).toEqual({ note: '424242***4241 or 424242***4241', transaction_id: 'T-424242***4241' });
  });

  test('is masked in digits of other scripts and in percent-encoding, with a wrong check digit', () => {
    for (const text of [
      '４２４２４２４２４２４２４２４１',
      '4242/4242_4242  4241',
      '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤١',
      '4242%204242%204242%204241',
    ]) {
      expect(redactGatewayResult({ note: `see ${text}` }, { number: mistyped })).toEqual({ note: 'see 424242***4241' });
      expect(redactGatewayResult({ note: `see ${text}` }, { bin: '424242', last4: '4241' }).note).not.toContain(text);
    }
  });

  test('is masked by its stored BIN and last four digits, and other numbers stay', () => {
    const known = { bin: '424242', last4: '4241' };
    const fields = { order_no: mistyped, amount: '424242.00', transaction_id: '4242429999-00001' };
    expect(redactGatewayResult(fields, known)).toEqual({ ...fields, order_no: '424242***4241' });
    expect(redactGatewayResult({ order_no: `9${mistyped}` }, known)).toEqual({ order_no: `9${mistyped}` });
    expect(redactGatewayResult({ order_no: mistyped }, { bin: null, last4: null })).toEqual({ order_no: mistyped });
  });

  test('has its security code masked in texts, and the gateway’s result codes and amounts stay', () => {
    const said = { result_info: '0000:code 0000 is wrong', note: 'x0000 0000', amount: '0000', risk_score: '0000' };
    expect(redactGatewayResult(said, { number: '', security_code: '0000' })).toEqual({
      ...said,
      result_info: '0000:code *** is wrong',
      note: 'x0000 ***',
    });
  });

  test('is found in a URL, plain or percent-encoded', () => {
    const known = { number: '4242424242424242' };
    expect(urlContainsCardData('https://a.b/?pan=4242424242424242', known)).toBe(true);
    expect(urlContainsCardData('https://a.b/4242%204242%204242%204242', known)).toBe(true);
    expect(urlContainsCardData('https://a.b/?q=%34242424242424242', known)).toBe(true);
    expect(urlContainsCardData('https://a.b/?id=4242424242424243&x=%zz', known)).toBe(false);
  });
});

describe('a field or parameter with the name of a security code', () => {
  test.each(['cvv2=123', 'CVC=1234', 'cardCvv=%31%32%33', 'card_csc=123', 'security_code=123&x=1', 'cvv=&cvv=%20123'])(
    'counts as card data in a URL if its value can be a security code: %s',
    (query) => {
      expect(urlContainsCardData(`https://a.b/?${query}`, {})).toBe(true);
    },
  );

  test.each(['acsChallengeMandated=Y', 'acsCode=100', 'ACSCallbackId=1234', 'cvcResult=M', 'pin=', 'cvv=12', 'id=123'])(
    'is no card data in a URL if its name or value only resembles one: %s',
    (query) => {
      expect(urlContainsCardData(`https://a.b/?${query}`, {})).toBe(false);
    },
  );

  test.each(['cvv', 'cardCVC2', 'cvvcode', 'card_csc', 'CSC', 'dataCsc', 'cardcsc', 'securityCode', 'PIN'])(
    'is redacted with any value: %s',
    (name) => {
      expect(redactGatewayResult({ [name]: 'M 123' })).toEqual({ [name]: '***' });
      expect(redactFields({ [name]: 'M 123' })).toEqual({ [name]: null });
    },
  );

  test('is not the field of an access control server (acsCode), which stays', () => {
    expect(redactGatewayResult({ acsCode: '100', acs_challenge: 'Y' })).toEqual({ acsCode: '100', acs_challenge: 'Y' });
  });
});

test('stored fields lose card numbers, security codes and bank accounts; a payout_no that resembles a card number stays in a response', () => {
  const fields = {
    beneficiary: { iban: 'DE44500105175407324931', bank_account_no: 123456789, name: 'Ana' },
    card_number: '4242424242424242',
    cvv: '123',
    payout_no: '4242424242424242',
    card_id: '4242424242424242',
    remark: 'by 4242424242424242',
  };
  const kept = {
    beneficiary: { iban: '******4931', bank_account_no: '******6789', name: 'Ana' },
    card_number: '424242******4242',
    cvv: null,
    payout_no: '424242***4242',
    card_id: '4242424242424242',
    remark: 'by 424242***4242',
  };
  expect(redactFields(fields)).toEqual(kept);
  expect(redactFields(fields, 'kept')).toEqual({ ...kept, payout_no: '4242424242424242' });
});
