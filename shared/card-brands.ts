/**
 * id, name, ranges of first digits, lengths where not 16, marks. A range's end leaves out the digits that it shares with
 * its start. Marks: `4` code of four, `o` code optional, `n` no code, `g` gaps as on American Express, `l` without Luhn,
 * `s` steady.
 */
export const CARD_BRANDS =
  'visa:Visa:4:16,18-9:s;' +
  'mastercard:Mastercard:51-5,2221-720;' +
  'amex:American Express:34,37:15:4g;' +
  'discover:Discover:6011,644-9,65:16,19:s;' +
  'diners:Diners Club:300-5,3095,36,38-9:14,16,19:g;' +
  'jcb:JCB:2131,1800,3528-89:16-9:s;' +
  'unionpay:UnionPay:62,81:16-9,14-5:l;' +
  'maestro:Maestro:493698,50,56-9,6:16-9,12-5:o;' +
  'elo:Elo:401178-9,438935,457631-2,431274,451416,457393,504175,506699-778,509,627780,636297,636368,650031-3,650035-51,' +
  '650405-39,650485-538,650541-98,650700-18,650720-7,650901-78,651652-79,655000-19,655021-58;' +
  'hipercard:Hipercard:606282,384100,384140,384160;' +
  'mir:Mir:2200-4:16-9;' +
  'troy:Troy:9792,650274;' +
  'rupay:RuPay:508500-999,60698,606990-8999,652150-3149,817200-20199;' +
  'cartebancaire:Cartes Bancaires:436000,4035,40000025,55555525;' +
  'bancontact:Bancontact:479658,487104,512788,606005,6703:16-9:n;' +
  'dankort:Dankort:5019,4571';

/** The first and the last of the digits that a brand's numbers begin with. */
export type CardRange = readonly [from: string, to: string];

/** Reads the ranges, or the lengths, of a row. */
export function readRanges(text: string): CardRange[] {
  return text.split(',').map((range) => {
    const [from = '', end = from] = range.split('-');
    return [from, from.slice(0, -end.length) + end];
  });
}
