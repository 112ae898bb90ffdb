import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { identityDocumentRules } from './data/document-rules.ts';
import { documentTypesOf, findIdentityDocument } from './data/documents.ts';

const { cases } = JSON.parse(readFileSync(new URL('../../test/vectors/cpf-cnpj.json', import.meta.url), 'utf8')) as {
  cases: { value: string; type: 'cpf' | 'cnpj'; valid: boolean }[];
};

const accepts = (key: string, value: string): boolean =>
  findIdentityDocument(key.slice(3), key.slice(0, 2))!.accepts(value);

describe('CPF and CNPJ', () => {
  test.each(cases)('$type $value is $valid', ({ type, value, valid }) => {
    expect(findIdentityDocument(type)!.accepts(value)).toBe(valid);
  });
});

/** Published examples of each country's authority or of its standards; all but the last sign decide. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  'BR.CPF': ['529.982.247-25'],
  'BR.CNPJ': ['11.222.333/0001-81', '12.ABC.345/01DE-35'],
  'MX.CURP': ['BOXW310820HNERXN09', 'HEGG560427MVZRRL04'],
  'MX.RFC': ['GODE561231GR8', 'XAXX010101000', 'SAT970701NN3'],
  'ES.DNI': ['12345678Z', '00000001R'],
  'ES.NIE': ['X1234567L', 'Y1234567X', 'Z1234567R'],
  'ES.NIF': ['12345678Z', 'X1234567L', 'A58818501', 'Q2826000H', 'B64717838'],
  'AR.DNI': ['30.123.456', '5.123.456'],
  'AR.CUIT': ['20-05536168-2', '30-50001091-2'],
  'AR.CUIL': ['20-05536168-2'],
  'CL.RUT': ['76.086.428-5', '12.531.909-2', '12345678-5', '1.000.005-K'],
  'CO.CC': ['79123456', '1020304050'],
  'CO.NIT': ['213.123.432-1', '860.002.964-4'],
  'EC.CI': ['1714307103', '1710034065'],
  'EC.RUC': ['1792060346001', '1714307103001'],
  'PE.DNI': ['10117410'],
  'PE.RUC': ['20512333797', '20100047218'],
  'UY.CI': ['1.234.567-2'],
  'UY.RUT': ['211003420017'],
  'VE.CI': ['V12345678', '9876543'],
  'VE.RIF': ['V-11470283-4'],
  'DO.CI': ['001-1391820-5'],
  'DO.RNC': ['1-01-85004-3', '131-24679-6'],
  'GT.NIT': ['576937-K'],
  'IT.CODICE_FISCALE': ['RSSMRA85T10A562S', 'RCCMNL83S18D969H', '00743110157'],
  'NL.BSN': ['111222333', '123456782'],
  'PL.PESEL': ['44051401359', '02070803628'],
  'TR.TCKN': ['10000000146'],
  'PT.NIF': ['501964843', '123456789'],
  'BE.NN': ['85.07.30-033.28', '17.07.30-033.84'],
  'SE.PERSONNUMMER': ['811228-9874', '19811228-9874'],
  'RO.CNP': ['1630615123457'],
  'HR.OIB': ['33392005961'],
  'IL.ID': ['039337423'],
  'ZA.ID': ['7503305044089', '8001015009087'],
  'CN.RESIDENT_ID': ['11010519491231002X', '440524188001010014'],
  'IN.PAN': ['ABCPE1234F'],
};

describe('every document', () => {
  test('has samples', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(identityDocumentRules).sort());
  });

  const rows = Object.entries(SAMPLES).flatMap(([key, values]) => values.map((value) => [key, value] as const));
  test.each(rows)('%s takes %s, written as it likes', (key, value) => {
    const document = findIdentityDocument(key.slice(3), key.slice(0, 2))!;
    expect(document.accepts(value)).toBe(true);
    expect(document.accepts(document.toValue(value).toLowerCase())).toBe(true);
    const written = document.format(value);
    expect(document.accepts(written)).toBe(true);
    expect(written.length).toBeLessThanOrEqual(document.maxLength);
    expect(document.toValue(written)).toBe(document.toValue(value));
  });

  test.each(rows)('%s refuses %s with signs missing or added', (key, value) => {
    const document = findIdentityDocument(key.slice(3), key.slice(0, 2))!;
    expect(document.accepts('')).toBe(false);
    expect(document.accepts(value.slice(0, 3))).toBe(false);
    expect(document.accepts(`${value}${value}`)).toBe(false);
    expect(document.accepts('0'.repeat(document.toValue(value).length))).toBe(false);
  });

  const SHAPE_ONLY = ['MX.RFC', 'AR.DNI', 'CO.CC', 'PE.DNI', 'VE.CI', 'IN.PAN', 'EC.RUC'];
  test.each(rows.filter(([key]) => !SHAPE_ONLY.includes(key)))('%s: one wrong digit in %s is found', (key, value) => {
    const signs = Array.from(findIdentityDocument(key.slice(3), key.slice(0, 2))!.toValue(value));
    const at = signs.findLastIndex((sign) => /\d/.test(sign));
    const others = Array.from('0123456789').filter((digit) => digit !== signs[at]);
    const accepted = others.filter((digit) => accepts(key, signs.with(at, digit).join('')));
    expect(accepted).toEqual([]);
  });
});

describe('finding documents', () => {
  test('by country and name, however it is written', () => {
    expect(findIdentityDocument('cpf')).toMatchObject({ country: 'BR', numeric: true, placeholder: '000.000.000-00' });
    expect(findIdentityDocument('CNPJ', 'US')).toMatchObject({ country: 'BR', numeric: false });
    expect(findIdentityDocument('DNI', 'PE')).toMatchObject({ country: 'PE' });
    expect(findIdentityDocument('DNI')).toBeUndefined();
    expect(findIdentityDocument('DNI', 'US')).toBeUndefined();
    expect(findIdentityDocument('cedula', 'CO')?.name).toBe('CC');
    expect(findIdentityDocument('Cédula'.normalize('NFD'), 'EC')?.name).toBe('CI');
    expect(findIdentityDocument('codice-fiscale')?.country).toBe('IT');
    expect(findIdentityDocument('PASSPORT', 'BR')).toBeUndefined();
  });

  test('offers a country’s own', () => {
    expect(documentTypesOf('BR')).toEqual(['CPF', 'CNPJ']);
    expect(documentTypesOf('ES')).toEqual(['DNI', 'NIE', 'NIF']);
    expect(documentTypesOf('US')).toEqual([]);
  });
});

describe('writing while typing', () => {
  test.each([
    ['CPF', 'BR', '5299822', '529.982.2'],
    ['CPF', 'BR', '529', '529'],
    ['CNPJ', 'BR', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['RUT', 'CL', '123456785', '12.345.678-5'],
    ['RUT', 'CL', '12345', '1.234-5'],
    ['CUIT', 'AR', '20055361682', '20-05536168-2'],
    ['CPF', 'BR', '٥٢٩٩٨٢٢٤٧٢٥', '529.982.247-25'],
    ['CPF', 'BR', '529982247251', '529982247251'],
  ])('%s %s: %s is written %s', (name, country, typed, written) => {
    expect(findIdentityDocument(name, country)!.format(typed)).toBe(written);
  });
});
