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

/**
 * Converts an amount in the smallest unit of its currency to an exact decimal string in major units: 999 US cents are
 * `'9.99'`, 999 yen are `'999'`. The string has as many decimals as the currency.
 *
 * @param amount In the smallest unit of the currency, as in a transaction's `amount` (§2.1).
 * @param currencyCode ISO 4217 code in any case.
 * @throws {@link InvalidAmountError} when the amount is not a safe integer, or the currency code is not in ISO 4217.
 *
 * @example
 * ```ts
 * import { toMajorUnits } from 'publisher-commerce';
 *
 * console.log(toMajorUnits(999, 'USD'), toMajorUnits(-5, 'USD'), toMajorUnits(999, 'JPY')); // 9.99 -0.05 999
 * ```
 */
export function toMajorUnits(amount: number, currencyCode: string): string {
  return toDecimalString(amount, currencyDigits(currencyCode, 'toMajorUnits'), 'toMajorUnits');
}

/** The same for a number of decimals, with the name of the calling function for errors. */
export function toDecimalString(amount: number, digits: number, operation: string): string {
  if (!Number.isSafeInteger(amount)) {
    throw new InvalidAmountError(operation, [
      { path: 'amount', message: 'must be an integer number of smallest units, up to 2^53 - 1' },
    ]);
  }
  const sign = amount < 0 ? '-' : '';
  let units = String(Math.abs(amount));
  if (digits === 0) return sign + units;
  if (units.length <= digits) units = units.padStart(digits + 1, '0');
  const point = units.length - digits;
  return `${sign}${units.slice(0, point)}.${units.slice(point)}`;
}

/**
 * Converts an amount in major units to the smallest unit of its currency, exactly: `9.99` US dollars are 999.
 *
 * Nothing is rounded: decimals that the currency does not have throw, unless they are zeros. A number is read
 * as JavaScript prints it, so `9.99` is 9.99, and the result of `0.1 + 0.2` throws; one with decimals has at most 15
 * digits. A string is exact.
 *
 * @param amount In major units: a decimal string such as `'-9.99'`, or a number such as a localized `price` (§2.2).
 * @param currencyCode ISO 4217 code in any case.
 * @throws {@link InvalidAmountError} when the amount is not a plain decimal string or a finite number, has more
 * decimals than the currency, or exceeds 2^53 - 1 smallest units; or when the currency code is not in ISO 4217.
 *
 * @example
 * ```ts
 * import { toMinorUnits } from 'publisher-commerce';
 *
 * console.log(toMinorUnits('9.99', 'USD'), toMinorUnits(9.99, 'USD'), toMinorUnits(999, 'JPY')); // 999 999 999
 * ```
 */
export function toMinorUnits(amount: string | number, currencyCode: string): number {
  const digits = currencyDigits(currencyCode, 'toMinorUnits');
  const [, sign, integer = '', fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(printedAmount(amount, digits)) ?? [];
  if (sign === undefined) reject('must be a decimal string such as 9.99, or a finite number');

  if (/[^0]/.test(fraction.slice(digits))) reject(tooManyDecimals(digits));
  // Of more digits than these, the last one may be that of a neighbour. Safe integers are exact.
  if (typeof amount === 'number' && fraction && (integer + fraction).replace(/^0+/, '').length > 15)
    reject(inexact);
  const units = (integer + fraction.slice(0, digits).padEnd(digits, '0')).replace(/^0+(?=\d)/, '');
  // The length is checked first because converting a very long string to a BigInt is slow.
  if (units.length > 16 || BigInt(units) > BigInt(Number.MAX_SAFE_INTEGER)) reject(tooLarge);
  return Number(BigInt(sign + units));
}

const tooLarge = 'must not exceed 2^53 - 1 smallest units';
const inexact = 'must be a string if it has more than 15 digits: a number cannot hold them exactly';

function tooManyDecimals(digits: number): string {
  return digits === 0
    ? 'must be an integer: the currency has no decimals'
    : `must have at most ${digits} decimals`;
}

/** Prints a number. Numbers that JavaScript prints with an exponent throw: they do not fit any currency. */
function printedAmount(amount: unknown, digits: number): string {
  if (typeof amount === 'string') return amount;
  if (typeof amount !== 'number') return '';
  const printed = String(amount);
  if (printed.includes('e+')) reject(tooLarge);
  if (printed.includes('e-')) reject(tooManyDecimals(digits));
  return printed;
}

function reject(message: string): never {
  throw new InvalidAmountError('toMinorUnits', [{ path: 'amount', message }]);
}
