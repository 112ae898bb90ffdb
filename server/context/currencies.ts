import { CheckoutError, type FieldError } from '../../shared/errors.ts';
import type { GatewayProfile } from '../gateway/profile/index.ts';

/** ISO 4217 currencies that prices can use: no metals, units of account, test codes or withdrawn currencies. */
const CURRENCIES: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
    'CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD ' +
    'HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD ' +
    'MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR ' +
    'RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH ' +
    'UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
  ).split(' '),
);

export const CURRENCY_RULE_TEXT = 'a currency of ISO 4217, or one that the gateway profile lists in currencies';

export function isKnownCurrency(code: string, { currencies }: Pick<GatewayProfile, 'currencies'>): boolean {
  return CURRENCIES.has(code) || currencies.includes(code);
}

/** The field error of an unknown currency. */
export function unknownCurrencyErrors(
  path: string,
  code: string,
  profile: Pick<GatewayProfile, 'currencies'>,
): FieldError[] {
  return isKnownCurrency(code, profile) ? [] : [{ path, code: 'not_allowed', rule: CURRENCY_RULE_TEXT }];
}

/** @throws CheckoutError `invalid_request` for an unknown currency */
export function refuseUnknownCurrency(path: string, code: string, profile: Pick<GatewayProfile, 'currencies'>): void {
  const fields = unknownCurrencyErrors(path, code, profile);
  if (fields.length > 0) throw new CheckoutError('invalid_request', undefined, { fields });
}
