import { passesLuhnCheck } from '../../../shared/luhn.ts';
import { parseWeights, hasCheckCharacter, weightsFromTwoUpTo, weightedSum, characterValue } from './check-digits.ts';

/**
 * A document's written form (0 a digit, A a digit or letter, # the same but shown as 0), what else holds for its value
 * without separators, and the shape of that value where its length varies.
 */
export type IdentityDocumentRule = readonly [mask: string, check?: (value: string) => boolean, shape?: RegExp];

/** `11 - sum % 11` as most countries write it: 11 is 0, and 10 is 0, too. */
const ELEVEN = '00987654321';
const SPANISH = 'TRWAGMYFPDXBNJZSQVHLCKE';
const TURNED = parseWeights('5432765432');

const spanishLetter = (value: string): boolean => value.at(-1) === SPANISH[Number(value.slice(0, -1)) % 23];
const isDni = (value: string): boolean => /^\d{8}[A-Z]$/.test(value) && spanishLetter(value);
const isNie = (value: string): boolean =>
  /^[XYZ]\d{7}[A-Z]$/.test(value) && spanishLetter(`${'XYZ'.indexOf(value.charAt(0))}${value.slice(1)}`);

function isCif(value: string): boolean {
  if (/^[KLM]\d{7}[A-Z]$/.test(value)) return spanishLetter(value.slice(1));
  if (!/^[A-HJNP-SUVW]\d{7}[0-9A-J]$/.test(value)) return false;
  const sum = Array.from(value.slice(1, 8)).reduce((total, digit, index) => {
    const doubled = Number(digit) * 2;
    return total + (index % 2 === 1 ? Number(digit) : Math.floor(doubled / 10) + (doubled % 10));
  }, 0);
  const check = (10 - (sum % 10)) % 10;
  return value.endsWith(String(check)) || value.endsWith('JABCDEFGHI'.charAt(check));
}

function isCurp(value: string): boolean {
  const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
  const sum = Array.from(value.slice(0, 17)).reduce(
    (total, sign, index) => total + alphabet.indexOf(sign) * (18 - index),
    0,
  );
  return /^[A-Z]{4}\d{6}[HMX][A-Z]{5}[A-Z\d]\d$/.test(value) && Number(value[17]) === (10 - (sum % 10)) % 10;
}

/** Worth of signs at odd places of a codice fiscale, digits as the letters A to J. */
const CODICE_ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

function isCodiceFiscale(value: string): boolean {
  if (value.length === 11) return passesLuhnCheck(value);
  const sum = Array.from(value.slice(0, 15)).reduce((total, sign, index) => {
    const place = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65;
    return total + (index % 2 === 0 ? (CODICE_ODD[place] ?? 0) : place);
  }, 0);
  return value.charCodeAt(15) - 65 === sum % 26;
}

function isEcuadorian(value: string): boolean {
  const province = Number(value.slice(0, 2));
  const known = (province >= 1 && province <= 24) || province === 30;
  return known && (Number(value[2]) > 5 || passesLuhnCheck(value.slice(0, 10)));
}

function isOib(value: string): boolean {
  const rest = Array.from(value.slice(0, 10)).reduce(
    (last, digit) => (((last + Number(digit)) % 10 || 10) * 2) % 11,
    10,
  );
  return Number(value[10]) === (11 - rest) % 10;
}

function isTckn(value: string): boolean {
  const tenth = (weightedSum(value, [7, -1, 7, -1, 7, -1, 7, -1, 7]) + 10) % 10;
  const sum = weightedSum(value, parseWeights('1111111111'));
  return value[0] !== '0' && Number(value[9]) === tenth && Number(value[10]) === sum % 10;
}

const isBelgian = (value: string): boolean =>
  // Since 2000 a 2 is thought in front.
  [value, `2${value}`].some((whole) => 97 - (Number(whole.slice(0, -2)) % 97) === Number(value.slice(-2)));

const isRif = (value: string): boolean =>
  ELEVEN.charAt(
    (weightedSum(value.slice(1), parseWeights('32765432')) + 4 * ('VEJPG'.indexOf(value.charAt(0)) + 1)) % 11,
  ) === value[9];

const isNit = (value: string): boolean => {
  const weights = [71, 67, 59, 53, 47, 43, 41, 37, 29, 23, 19, 17, 13, 7, 3].slice(1 - value.length);
  return hasCheckCharacter(value, weights, 11, '01987654321');
};

/** By country and name, in the order in which a country's documents are offered. */
export const identityDocumentRules: Readonly<Record<string, IdentityDocumentRule>> = {
  'BR.CPF': [
    '000.000.000-00',
    (value) =>
      hasCheckCharacter(value, [10, 9, 8, 7, 6, 5, 4, 3, 2], 11, ELEVEN) &&
      hasCheckCharacter(value, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2], 11, ELEVEN),
  ],
  'BR.CNPJ': [
    '##.###.###/####-00',
    (value) =>
      hasCheckCharacter(value, parseWeights('543298765432'), 11, ELEVEN) &&
      hasCheckCharacter(value, parseWeights('6543298765432'), 11, ELEVEN),
  ],
  'MX.CURP': ['AAAA000000AAAAAAA0', isCurp],
  // The tax office itself has given out codes whose last sign does not fit, so only the shape is asked for.
  'MX.RFC': ['AAAA000000AAA', undefined, /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA]$/],
  'ES.DNI': ['00000000A', isDni],
  'ES.NIE': ['A0000000A', isNie],
  'ES.NIF': ['AAAAAAAAA', (value) => isDni(value) || isNie(value) || isCif(value)],
  'AR.DNI': ['00.000.000', undefined, /^[1-9]\d{6,7}$/],
  'AR.CUIT': ['00-00000000-0', (value) => hasCheckCharacter(value, TURNED, 11, '09987654321')],
  'AR.CUIL': ['00-00000000-0', (value) => hasCheckCharacter(value, TURNED, 11, '09987654321')],
  'CL.RUT': [
    '00.000.000-A',
    (value) => hasCheckCharacter(value, weightsFromTwoUpTo(value, 7), 11, '0K987654321'),
    /^\d{7,8}[\dK]$/,
  ],
  'CO.CC': ['0000000000', undefined, /^[1-9]\d{5,9}$/],
  'CO.NIT': ['0.000.000.000-0', isNit, /^\d{7,11}$/],
  'EC.CI': ['0000000000', isEcuadorian],
  // Newer companies have numbers without a check digit; people have their identity card's.
  'EC.RUC': ['0000000000000', (value) => isEcuadorian(value) && !value.endsWith('000')],
  'PE.DNI': ['00000000'],
  'PE.RUC': [
    '00000000000',
    (value) => /^(1[0567]|20)/.test(value) && hasCheckCharacter(value, TURNED, 11, '10987654321'),
  ],
  'UY.CI': [
    '0.000.000-0',
    (value) => hasCheckCharacter(value.padStart(8, '0'), parseWeights('2987634'), 10, '0987654321'),
    /^\d{7,8}$/,
  ],
  'UY.RUT': ['000000000000', (value) => hasCheckCharacter(value, parseWeights('43298765432'), 11, '0-987654321')],
  'VE.CI': ['A00000000', undefined, /^[VE]?\d{6,8}$/],
  'VE.RIF': ['A-00000000-0', isRif, /^[VEJPG]\d{9}$/],
  'DO.CI': ['000-0000000-0', passesLuhnCheck],
  'DO.RNC': ['0-00-00000-0', (value) => hasCheckCharacter(value, parseWeights('79865432'), 11, '21987654321')],
  'GT.NIT': [
    '00000000-A',
    (value) => hasCheckCharacter(value, weightsFromTwoUpTo(value, 99), 11, '0K987654321'),
    /^\d{4,11}[\dK]$/,
  ],
  'IT.CODICE_FISCALE': [
    'AAAAAA00A00A000A',
    isCodiceFiscale,
    /^([A-Z]{6}[\dL-NP-V]{2}[A-EHLMPR-T][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]|\d{11})$/,
  ],
  'NL.BSN': ['000000000', (value) => weightedSum(value, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0],
  'PL.PESEL': ['00000000000', (value) => hasCheckCharacter(value, parseWeights('1379137913'), 10, '0987654321')],
  'TR.TCKN': ['00000000000', isTckn],
  'PT.NIF': ['000000000', (value) => hasCheckCharacter(value, parseWeights('98765432'), 11, ELEVEN)],
  'BE.NN': ['00.00.00-000.00', isBelgian],
  'SE.PERSONNUMMER': ['00000000-0000', (value) => passesLuhnCheck(value.slice(-10)), /^(\d{2})?\d{10}$/],
  'RO.CNP': ['0000000000000', (value) => hasCheckCharacter(value, parseWeights('279146358279'), 11, '01234567891')],
  'HR.OIB': ['00000000000', isOib],
  'IL.ID': ['000000000', passesLuhnCheck],
  'ZA.ID': ['0000000000000', passesLuhnCheck],
  'CN.RESIDENT_ID': [
    '00000000000000000A',
    (value) => hasCheckCharacter(value, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2], 11, '10X98765432'),
  ],
  'IN.PAN': ['AAAAA0000A', (value) => /^[A-Z]{5}\d{4}[A-Z]$/.test(value) && characterValue(value) > 0],
};
