import { type CurrencyDigits, findMinorUnitDigits } from '../../client/money/currency-digits.ts';

/** A currency that the sandbox supports. */
export interface Currency {
  /** ISO 4217. */
  readonly code: string;
  readonly symbol: string;
  /** Millionths of a unit for one US dollar; daily rates vary around it. */
  readonly microsPerUsd: number;
}

/** A country that the sandbox supports. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  readonly currency: Currency;
  /** Whether prices include tax (§2.2). */
  readonly taxModel: 'Included' | 'Excluded';
  /** Tax in hundredths of a percent: 1900 is 19 %. */
  readonly taxBasisPoints: number;
  /** Weight: about how many of 300 payments are from this country. */
  readonly share: number;
}

/** A country, and how its currency is counted. */
export interface CountedCountry extends Country {
  /** Decimal digits of the currency's smallest unit. */
  readonly digits: number;
}

type CurrencyColumns = readonly [code: string, symbol: string, unitsPerUsd: number];

/** Code, name, currency, tax in percent, share; a currency has one rate. Prices include tax, unless the line ends with `Excluded`. */
type Line = readonly [string, string, ...CurrencyColumns, number, number, 'Excluded'?];

// Standard rates of VAT, GST or consumption tax. The rate is 0 without one, or if it differs by town as in the United
// States. Canada's federal GST is added at checkout; those of its provinces are left out. Exchange rates are approximate
// and fixed, so that tests can rely on prices.
const euro: CurrencyColumns = ['EUR', '€', 0.862];
/** In order of their codes. */
const lines: readonly Line[] = [
  ['AE', 'United Arab Emirates', 'AED', 'د.إ', 3.6725, 5, 3],
  ['AR', 'Argentina', 'ARS', '$', 1420, 21, 2],
  ['AT', 'Austria', ...euro, 20, 3],
  ['AU', 'Australia', 'AUD', 'A$', 1.52, 10, 10],
  ['BE', 'Belgium', ...euro, 21, 3],
  ['BH', 'Bahrain', 'BHD', 'BD', 0.376, 10, 1],
  ['BR', 'Brazil', 'BRL', 'R$', 5.4, 17, 10],
  ['CA', 'Canada', 'CAD', 'CA$', 1.39, 5, 14, 'Excluded'],
  ['CH', 'Switzerland', 'CHF', 'CHF', 0.8, 8.1, 4],
  ['CL', 'Chile', 'CLP', 'CLP$', 950, 19, 3],
  ['CO', 'Colombia', 'COP', 'COL$', 3950, 19, 2],
  ['CR', 'Costa Rica', 'CRC', '₡', 505, 13, 1],
  ['CY', 'Cyprus', ...euro, 19, 1],
  ['CZ', 'Czechia', 'CZK', 'Kč', 20.9, 21, 2],
  ['DE', 'Germany', ...euro, 19, 22],
  ['DK', 'Denmark', 'DKK', 'kr', 6.43, 25, 3],
  ['EE', 'Estonia', ...euro, 24, 1],
  ['EG', 'Egypt', 'EGP', 'E£', 47.5, 14, 1],
  ['ES', 'Spain', ...euro, 21, 7],
  ['FI', 'Finland', ...euro, 25.5, 2],
  ['FR', 'France', ...euro, 20, 15],
  ['GB', 'United Kingdom', 'GBP', '£', 0.752, 20, 20],
  ['GR', 'Greece', ...euro, 24, 2],
  ['HK', 'Hong Kong', 'HKD', 'HK$', 7.78, 0, 3, 'Excluded'],
  ['HR', 'Croatia', ...euro, 25, 1],
  ['HU', 'Hungary', 'HUF', 'Ft', 335, 27, 1],
  ['ID', 'Indonesia', 'IDR', 'Rp', 16600, 11, 3],
  ['IE', 'Ireland', ...euro, 23, 2],
  ['IL', 'Israel', 'ILS', '₪', 3.27, 18, 2],
  ['IN', 'India', 'INR', '₹', 88.2, 18, 4],
  ['IS', 'Iceland', 'ISK', 'kr', 123, 24, 1],
  ['IT', 'Italy', ...euro, 22, 8],
  ['JO', 'Jordan', 'JOD', 'JD', 0.709, 16, 1],
  ['JP', 'Japan', 'JPY', '¥', 150, 10, 24],
  ['KE', 'Kenya', 'KES', 'KSh', 129, 16, 1],
  ['KR', 'South Korea', 'KRW', '₩', 1420, 10, 14],
  ['KW', 'Kuwait', 'KWD', 'KD', 0.307, 0, 2, 'Excluded'],
  ['LT', 'Lithuania', ...euro, 21, 1],
  ['LU', 'Luxembourg', ...euro, 17, 1],
  ['LV', 'Latvia', ...euro, 21, 1],
  ['MA', 'Morocco', 'MAD', 'DH', 9.2, 20, 1],
  ['MT', 'Malta', ...euro, 18, 1],
  ['MX', 'Mexico', 'MXN', 'MX$', 18.5, 16, 6],
  ['MY', 'Malaysia', 'MYR', 'RM', 4.2, 8, 2],
  ['NG', 'Nigeria', 'NGN', '₦', 1460, 7.5, 1],
  ['NL', 'Netherlands', ...euro, 21, 6],
  ['NO', 'Norway', 'NOK', 'kr', 10.1, 25, 3],
  ['NZ', 'New Zealand', 'NZD', 'NZ$', 1.74, 15, 2],
  ['OM', 'Oman', 'OMR', 'RO', 0.3845, 5, 1],
  ['PE', 'Peru', 'PEN', 'S/', 3.4, 18, 1],
  ['PH', 'Philippines', 'PHP', '₱', 58.5, 12, 2],
  ['PL', 'Poland', 'PLN', 'zł', 3.66, 23, 5],
  ['PT', 'Portugal', ...euro, 23, 2],
  ['PY', 'Paraguay', 'PYG', '₲', 7080, 10, 1],
  ['QA', 'Qatar', 'QAR', 'QR', 3.64, 0, 1, 'Excluded'],
  ['RO', 'Romania', 'RON', 'lei', 4.39, 21, 2],
  ['SA', 'Saudi Arabia', 'SAR', 'SR', 3.75, 15, 4],
  ['SE', 'Sweden', 'SEK', 'kr', 9.45, 25, 4],
  ['SG', 'Singapore', 'SGD', 'S$', 1.3, 9, 3],
  ['SI', 'Slovenia', ...euro, 22, 1],
  ['SK', 'Slovakia', ...euro, 23, 1],
  ['TH', 'Thailand', 'THB', '฿', 32.5, 7, 2],
  ['TN', 'Tunisia', 'TND', 'DT', 2.93, 19, 1],
  ['TR', 'Türkiye', 'TRY', '₺', 41.9, 20, 4],
  ['TW', 'Taiwan', 'TWD', 'NT$', 30.7, 5, 5],
  ['UA', 'Ukraine', 'UAH', '₴', 41.7, 20, 1],
  ['US', 'United States', 'USD', '$', 1, 0, 90, 'Excluded'],
  ['UY', 'Uruguay', 'UYU', '$U', 39.9, 22, 1],
  ['VN', 'Vietnam', 'VND', '₫', 26350, 10, 2],
  ['ZA', 'South Africa', 'ZAR', 'R', 17.3, 15, 2],
];

/** All supported countries, in order of their codes. */
export const countries: readonly Country[] = lines.map(
  ([code, name, currencyCode, symbol, unitsPerUsd, taxPercent, share, taxModel]): Country => ({
    code,
    name,
    currency: { code: currencyCode, symbol, microsPerUsd: Math.round(unitsPerUsd * 1_000_000) },
    taxModel: taxModel ?? 'Included',
    taxBasisPoints: Math.round(taxPercent * 100),
    share,
  }),
);

/** The country of an ISO 3166-1 code; `undefined` if the sandbox does not support it. */
export function findCountry(code: string): Country | undefined {
  return countries.find((country) => country.code === code);
}

/** Returns a country with the decimals that the sandbox counts its currency with. */
export function countedWith(currencyDigits: CurrencyDigits, country: Country): CountedCountry {
  const digits = findMinorUnitDigits(country.currency.code, currencyDigits);
  if (digits === undefined) throw new Error(`${country.currency.code} is not in ISO 4217`);
  return { ...country, digits };
}

/** Regions, and the pattern of a postal code: `#` stands for a digit, `A` for a letter. */
interface Geography {
  readonly regions: readonly [string, ...string[]];
  readonly postalCode: string;
}

const known: Readonly<Record<string, Geography>> = {
  AU: { regions: ['New South Wales', 'Victoria', 'Queensland'], postalCode: '2###' },
  BR: { regions: ['São Paulo', 'Rio de Janeiro', 'Paraná'], postalCode: '0####-###' },
  CA: { regions: ['Ontario', 'Quebec', 'British Columbia'], postalCode: 'A#A #A#' },
  CH: { regions: ['Zürich', 'Bern', 'Vaud'], postalCode: '8###' },
  DE: { regions: ['Bavaria', 'Berlin', 'North Rhine-Westphalia'], postalCode: '1####' },
  DK: { regions: ['Capital Region', 'Central Jutland'], postalCode: '2###' },
  ES: { regions: ['Madrid', 'Catalonia', 'Andalusia'], postalCode: '28###' },
  FR: { regions: ['Île-de-France', 'Occitanie', 'Brittany'], postalCode: '75###' },
  GB: { regions: ['England', 'Scotland', 'Wales'], postalCode: 'A## #AA' },
  IN: { regions: ['Maharashtra', 'Karnataka', 'Delhi'], postalCode: '4#####' },
  IT: { regions: ['Lombardy', 'Lazio', 'Sicily'], postalCode: '20###' },
  JP: { regions: ['Tokyo', 'Osaka', 'Hokkaido'], postalCode: '1##-####' },
  KR: { regions: ['Seoul', 'Busan', 'Gyeonggi'], postalCode: '0####' },
  MX: { regions: ['Mexico City', 'Jalisco', 'Nuevo León'], postalCode: '0####' },
  NL: { regions: ['North Holland', 'Utrecht', 'Limburg'], postalCode: '1### AA' },
  NO: { regions: ['Oslo', 'Vestland'], postalCode: '0###' },
  NZ: { regions: ['Auckland', 'Canterbury'], postalCode: '1###' },
  PL: { regions: ['Masovia', 'Silesia', 'Pomerania'], postalCode: '0#-###' },
  SE: { regions: ['Stockholm', 'Skåne'], postalCode: '1## ##' },
  SG: { regions: ['Singapore'], postalCode: '1#####' },
  TR: { regions: ['Istanbul', 'Ankara', 'İzmir'], postalCode: '34###' },
  TW: { regions: ['Taipei', 'Kaohsiung'], postalCode: '1####' },
  US: { regions: ['California', 'Texas', 'New York', 'Florida', 'Washington'], postalCode: '9####' },
  ZA: { regions: ['Gauteng', 'Western Cape'], postalCode: '1###' },
};

/** The geography of a country; a country that is not in the table has one region with its name. */
export function geographyOf(country: { readonly code: string; readonly name: string }): Geography {
  return known[country.code] ?? { regions: [country.name], postalCode: '1####' };
}
