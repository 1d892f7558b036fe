import { invalidAmount } from '../errors/index.ts';
import { quote } from '../errors/printable.ts';

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
 * Decimals of currencies that a service counts otherwise than ISO 4217, by their code in upper case:
 * `{ HUF: 0, KWD: 2 }`. Each is an integer from 0 to 4; US dollars have 2.
 */
export type CurrencyDigits = Readonly<Record<string, number>>;

/** Options of {@link toMajorUnits} and {@link toMinorUnits}. */
export interface MoneyOptions {
  /** Decimals of currencies that your service counts otherwise. @defaultValue those of ISO 4217 */
  readonly currencyDigits?: CurrencyDigits | undefined;
}

/** Returns the rule that decimals of currencies break; `undefined` if they are valid. */
export function currencyDigitsProblem(digits: unknown): string | undefined {
  if (typeof digits !== 'object' || digits === null) return 'must be an object, for example { HUF: 0 }';
  for (const [code, value] of Object.entries(digits)) {
    if (!/^[A-Z]{3}$/.test(code))
      return `${quote(code)} must be a currency code in capital letters, such as HUF`;
    if (!Number.isInteger(value) || value < 0 || value > 4) return `${code} must be an integer from 0 to 4`;
    // The specification says so of every field whose name ends with `Usd`.
    if (code === 'USD' && value !== 2) return 'USD must be 2: amounts in US dollars are cents';
  }
  return undefined;
}

/** Returns decimals in one form: sorted by currency, and only those that differ from ISO 4217. */
export function canonicalCurrencyDigits(digits: CurrencyDigits = {}): CurrencyDigits {
  const different = Object.entries(digits).filter(([code, own]) => own !== digitsByCode.get(code));
  return Object.fromEntries(different.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Returns the decimals of every currency: those of a service, and of ISO 4217. */
export function allCurrencyDigits(digits: CurrencyDigits): CurrencyDigits {
  return { ...Object.fromEntries(digitsByCode), ...digits };
}

/** Formats decimals in this form as the commands take them: `HUF=0,KWD=2`. */
export function formatCurrencyDigits(digits: CurrencyDigits): string {
  const entries = Object.entries(canonicalCurrencyDigits(digits));
  return entries.map((entry) => entry.join('=')).join(',');
}

/** Returns the decimals of a currency; `undefined` if it is neither in ISO 4217 nor in `currencyDigits`. */
export function findMinorUnitDigits(
  currencyCode: string,
  currencyDigits: CurrencyDigits | undefined,
): number | undefined {
  const code = digitsByCode.has(currencyCode) ? currencyCode : upperCaseCurrency(currencyCode);
  const isOwn = currencyDigits !== undefined && Object.hasOwn(currencyDigits, code);
  return isOwn ? currencyDigits[code] : digitsByCode.get(code);
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
  return digitsFor(currencyCode, 'minorUnitDigits');
}

/**
 * Returns the decimals of a currency for a function with these options, whose names are known.
 *
 * @throws InvalidAmountError with the name of the function
 */
export function digitsFor(
  currencyCode: string,
  operation: string,
  options: MoneyOptions = {},
  known?: readonly string[],
): number {
  const digits = findMinorUnitDigits(currencyCode, digitsOfOptions(options, operation, known));
  if (digits !== undefined) return digits;
  const message = 'must be an ISO 4217 currency code, for example USD';
  throw invalidAmount(operation, [{ path: 'currencyCode', message }]);
}

/** Returns the option `currencyDigits` of a function. @throws InvalidAmountError as above; an unknown option would do nothing */
export function digitsOfOptions(
  options: MoneyOptions,
  operation: string,
  known: readonly string[] = ['currencyDigits'],
): CurrencyDigits | undefined {
  const reject = (path: string, message: string): never => {
    throw invalidAmount(operation, [{ path, message }]);
  };
  // Callers in JavaScript may pass the value of an option itself.
  const given: unknown = options;
  if (typeof given !== 'object' || given === null)
    return reject('options', `must be an object with ${known.join(', ')}`);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) reject(unknown, `is not an option; known: ${known.join(', ')}`);
  const { currencyDigits } = options;
  const problem = currencyDigits === undefined ? undefined : currencyDigitsProblem(currencyDigits);
  return problem === undefined ? currencyDigits : reject('currencyDigits', problem);
}
