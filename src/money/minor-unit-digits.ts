import { InvalidAmountError } from '../errors/index.ts';

// Not taken from `Intl`: CLDR gives the rupiah, the forint, the Iraqi dinar and others fewer digits than ISO 4217, and
// which codes `Intl` knows depends on the runtime. Codes withdrawn since 2020 are kept for old reports.
const codesByDigits = {
  0: `BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XAG XAU XBA XBB XBC XBD XDR XOF XPD XPF XPT
    XSU XTS XUA XXX`,
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
    CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
    HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT
    MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD
    SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS
    VED VES WST XCD XCG YER ZAR ZMW ZWG ZWL`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsByCode: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(digits)]),
  ),
);

/**
 * Returns the number of decimals of a currency in ISO 4217: 2 for USD, 0 for JPY, 3 for KWD.
 *
 * @param currencyCode ISO 4217 code in any case, such as a transaction's `currencyCode` (§2.1).
 * @throws {@link InvalidAmountError} when the currency code is not in ISO 4217.
 *
 * @example
 * ```ts
 * import { minorUnitDigits } from 'publisher-commerce';
 *
 * console.log(minorUnitDigits('USD'), minorUnitDigits('JPY'), minorUnitDigits('KWD')); // 2 0 3
 * ```
 */
export function minorUnitDigits(currencyCode: string): number {
  return currencyDigits(currencyCode, 'minorUnitDigits');
}

/** Returns the digits of `minorUnitDigits`; `undefined` if it is not in ISO 4217. */
export function findMinorUnitDigits(currencyCode: string): number | undefined {
  return digitsByCode.get(currencyCode) ?? digitsByCode.get(upperCaseCurrency(currencyCode));
}

/**
 * Returns a currency code in upper case, as in ISO 4217. What is not three ASCII letters is returned unchanged:
 * `toUpperCase` would turn other letters, such as `ſ`, into ASCII ones.
 */
export function upperCaseCurrency(currencyCode: string): string {
  // Callers in JavaScript may pass anything, and the expression would match an array of one code.
  return typeof currencyCode === 'string' && /^[A-Za-z]{3}$/.test(currencyCode)
    ? currencyCode.toUpperCase()
    : currencyCode;
}

/** Returns the digits of `minorUnitDigits`, with the name of the calling function for errors. */
export function currencyDigits(currencyCode: string, operation: string): number {
  const digits = findMinorUnitDigits(currencyCode);
  if (digits === undefined) {
    throw new InvalidAmountError(operation, [
      { path: 'currencyCode', message: 'must be an ISO 4217 currency code, for example USD' },
    ]);
  }
  return digits;
}
