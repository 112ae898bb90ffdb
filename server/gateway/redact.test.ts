import { describe, expect, test } from 'vitest';
import { holdsCardData, maskCardNumber, maskCardNumbers, redactResult, redactCardData } from './redact.ts';

describe('masking', () => {
  test('leaves the first six and the last four digits', () => {
    expect(maskCardNumber('4242424242424242')).toBe('424242***4242');
    expect(maskCardNumber('424242')).toBe('******');
  });

  test('finds card numbers in text, however they are grouped, and leaves other numbers', () => {
    expect(maskCardNumbers('card 4242-4242 4242 4242 ok')).toBe('card 424242***4242 ok');
    expect(maskCardNumbers('order 1234567890123456')).toBe('order 1234567890123456');
    expect(maskCardNumbers('phone +55 11 91234 5678')).toBe('phone +55 11 91234 5678');
  });

  test('of a result covers every field, nested reasons too, and the submitted number wherever it stands', () => {
    const number = '4000000000000002';
    const clean = redactResult(
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
    const clean = redactResult({
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
    expect(redactResult(fields)).toEqual(fields);
    expect(Object.values(redactResult(fields, { number }))).toEqual(Array.from({ length: 5 }, () => '424242***4242'));
    expect(Object.values(redactResult(fields, { bin: '424242', last4: '4242' }))).not.toContain(number);
  });
});

describe('the card of a result', () => {
  test.each(['424242***4242', '424242******4242', '**** **** **** 4242', 'xxxx-xxxx-xxxx-4242', '4242', ''])(
    'stays where it is masked: %j',
    (card) => {
      expect(redactResult({ card })).toEqual({ card });
    },
  );

  test.each([
    ['in base64', Buffer.from('4242424242424242').toString('base64')],
    ['in hexadecimal without digits of its own', 'abcdefabcdef'],
    ['in words', 'four two four two'],
  ])('goes whole where it is written %s', (_name, card) => {
    expect(redactResult({ card })).toEqual({ card: '' });
  });
});

describe('a card that is known', () => {
  const mistyped = '4242424242424241';

  test('is gone in any grouping, also where its check digit does not fit, and also from names of payments', () => {
    const clean = redactResult(
      { note: '4242 4242 4242 4241 or 4242-4242.4242 4241', transaction_id: `T-${mistyped}` },
      { number: mistyped },
    );
    expect(clean).toEqual({ note: '424242***4241 or 424242***4241', transaction_id: 'T-424242***4241' });
  });

  test('is gone in other scripts, groupings and percent-coded signs, also where its check digit does not fit', () => {
    for (const text of [
      '４２４２４２４２４２４２４２４１',
      '4242/4242_4242  4241',
      '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤١',
      '4242%204242%204242%204241',
    ]) {
      expect(redactResult({ note: `see ${text}` }, { number: mistyped })).toEqual({ note: 'see 424242***4241' });
      expect(redactResult({ note: `see ${text}` }, { bin: '424242', last4: '4241' }).note).not.toContain(text);
    }
  });

  test('is known afterwards by its ends, and other numbers stay', () => {
    const known = { bin: '424242', last4: '4241' };
    const fields = { order_no: mistyped, amount: '424242.00', transaction_id: '4242429999-00001' };
    expect(redactResult(fields, known)).toEqual({ ...fields, order_no: '424242***4241' });
    expect(redactResult({ order_no: `9${mistyped}` }, known)).toEqual({ order_no: `9${mistyped}` });
    expect(redactResult({ order_no: mistyped }, { bin: null, last4: null })).toEqual({ order_no: mistyped });
  });

  test('takes its code out of words, and leaves the gateway’s own codes and sums', () => {
    const said = { result_info: '0000:code 0000 is wrong', note: 'x0000 0000', amount: '0000', risk_score: '0000' };
    expect(redactResult(said, { number: '', security_code: '0000' })).toEqual({
      ...said,
      result_info: '0000:code *** is wrong',
      note: 'x0000 ***',
    });
  });

  test('is found in an address, however it is written there, as is what is named like a code', () => {
    const known = { number: '4242424242424242' };
    expect(holdsCardData('https://a.b/?pan=4242424242424242', known)).toBe(true);
    expect(holdsCardData('https://a.b/4242%204242%204242%204242', known)).toBe(true);
    expect(holdsCardData('https://a.b/?q=%34242424242424242', known)).toBe(true);
    expect(holdsCardData('https://a.b/?id=4242424242424243&x=%zz', known)).toBe(false);
  });
});

describe('what is named like a code', () => {
  test.each(['cvv2=123', 'CVC=1234', 'cardCvv=%31%32%33', 'card_csc=123', 'security_code=123&x=1', 'cvv=&cvv=%20123'])(
    'is a code in an address where its value can be one: %s',
    (query) => {
      expect(holdsCardData(`https://a.b/?${query}`, {})).toBe(true);
    },
  );

  test.each(['acsChallengeMandated=Y', 'acsCode=100', 'ACSCallbackId=1234', 'cvcResult=M', 'pin=', 'cvv=12', 'id=123'])(
    'is none in an address where only the name looks like it: %s',
    (query) => {
      expect(holdsCardData(`https://a.b/?${query}`, {})).toBe(false);
    },
  );

  test.each(['cvv', 'cardCVC2', 'cvvcode', 'card_csc', 'CSC', 'dataCsc', 'cardcsc', 'securityCode', 'PIN'])(
    'never goes further as a field, whatever it holds: %s',
    (name) => {
      expect(redactResult({ [name]: 'M 123' })).toEqual({ [name]: '***' });
      expect(redactCardData({ [name]: 'M 123' })).toEqual({ [name]: null });
    },
  );

  test('is not the address of an access control server', () => {
    expect(redactResult({ acsCode: '100', acs_challenge: 'Y' })).toEqual({ acsCode: '100', acs_challenge: 'Y' });
  });
});

test('fields that are kept lose cards, codes and accounts; digits that only look like a card stay in an answer', () => {
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
  expect(redactCardData(fields)).toEqual(kept);
  expect(redactCardData(fields, 'kept')).toEqual({ ...kept, payout_no: '4242424242424242' });
});
