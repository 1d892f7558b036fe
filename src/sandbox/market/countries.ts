import { minorUnitDigits } from '../../money/index.ts';
import { currencies, type Currency } from './currencies.ts';

/** A country that the sandbox supports. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  readonly currency: Currency;
  /** Decimal digits of the currency's smallest unit. */
  readonly digits: number;
  /** Whether prices include tax (§2.2). */
  readonly taxModel: 'Included' | 'Excluded';
  /** Tax in hundredths of a percent: 1900 is 19 %. */
  readonly taxBasisPoints: number;
  /** Weight: about how many of 300 payments are from this country. */
  readonly share: number;
}

/** Code, name, currency, tax in percent, share. Prices include tax, unless the line ends with `Excluded`. */
type Line = readonly [string, string, string, number, number, 'Excluded'?];

// Standard rates of VAT, GST or consumption tax. The rate is 0 without one, or if it differs by town as in the United
// States. Canada's federal GST is added at checkout; those of its provinces are left out.
const americas: readonly Line[] = [
  ['US', 'United States', 'USD', 0, 90, 'Excluded'],
  ['CA', 'Canada', 'CAD', 5, 14, 'Excluded'],
  ['MX', 'Mexico', 'MXN', 16, 6],
  ['BR', 'Brazil', 'BRL', 17, 10],
  ['AR', 'Argentina', 'ARS', 21, 2],
  ['CL', 'Chile', 'CLP', 19, 3],
  ['CO', 'Colombia', 'COP', 19, 2],
  ['CR', 'Costa Rica', 'CRC', 13, 1],
  ['PE', 'Peru', 'PEN', 18, 1],
  ['PY', 'Paraguay', 'PYG', 10, 1],
  ['UY', 'Uruguay', 'UYU', 22, 1],
];

const euroArea: readonly Line[] = [
  ['AT', 'Austria', 'EUR', 20, 3],
  ['BE', 'Belgium', 'EUR', 21, 3],
  ['CY', 'Cyprus', 'EUR', 19, 1],
  ['DE', 'Germany', 'EUR', 19, 22],
  ['EE', 'Estonia', 'EUR', 24, 1],
  ['ES', 'Spain', 'EUR', 21, 7],
  ['FI', 'Finland', 'EUR', 25.5, 2],
  ['FR', 'France', 'EUR', 20, 15],
  ['GR', 'Greece', 'EUR', 24, 2],
  ['HR', 'Croatia', 'EUR', 25, 1],
  ['IE', 'Ireland', 'EUR', 23, 2],
  ['IT', 'Italy', 'EUR', 22, 8],
  ['LT', 'Lithuania', 'EUR', 21, 1],
  ['LU', 'Luxembourg', 'EUR', 17, 1],
  ['LV', 'Latvia', 'EUR', 21, 1],
  ['MT', 'Malta', 'EUR', 18, 1],
  ['NL', 'Netherlands', 'EUR', 21, 6],
  ['PT', 'Portugal', 'EUR', 23, 2],
  ['SI', 'Slovenia', 'EUR', 22, 1],
  ['SK', 'Slovakia', 'EUR', 23, 1],
];

const restOfEurope: readonly Line[] = [
  ['CH', 'Switzerland', 'CHF', 8.1, 4],
  ['CZ', 'Czechia', 'CZK', 21, 2],
  ['DK', 'Denmark', 'DKK', 25, 3],
  ['GB', 'United Kingdom', 'GBP', 20, 20],
  ['HU', 'Hungary', 'HUF', 27, 1],
  ['IS', 'Iceland', 'ISK', 24, 1],
  ['NO', 'Norway', 'NOK', 25, 3],
  ['PL', 'Poland', 'PLN', 23, 5],
  ['RO', 'Romania', 'RON', 21, 2],
  ['SE', 'Sweden', 'SEK', 25, 4],
  ['TR', 'Türkiye', 'TRY', 20, 4],
  ['UA', 'Ukraine', 'UAH', 20, 1],
];

const middleEastAndAfrica: readonly Line[] = [
  ['AE', 'United Arab Emirates', 'AED', 5, 3],
  ['BH', 'Bahrain', 'BHD', 10, 1],
  ['EG', 'Egypt', 'EGP', 14, 1],
  ['IL', 'Israel', 'ILS', 18, 2],
  ['JO', 'Jordan', 'JOD', 16, 1],
  ['KE', 'Kenya', 'KES', 16, 1],
  ['KW', 'Kuwait', 'KWD', 0, 2, 'Excluded'],
  ['MA', 'Morocco', 'MAD', 20, 1],
  ['NG', 'Nigeria', 'NGN', 7.5, 1],
  ['OM', 'Oman', 'OMR', 5, 1],
  ['QA', 'Qatar', 'QAR', 0, 1, 'Excluded'],
  ['SA', 'Saudi Arabia', 'SAR', 15, 4],
  ['TN', 'Tunisia', 'TND', 19, 1],
  ['ZA', 'South Africa', 'ZAR', 15, 2],
];

const asiaAndPacific: readonly Line[] = [
  ['AU', 'Australia', 'AUD', 10, 10],
  ['HK', 'Hong Kong', 'HKD', 0, 3, 'Excluded'],
  ['ID', 'Indonesia', 'IDR', 11, 3],
  ['IN', 'India', 'INR', 18, 4],
  ['JP', 'Japan', 'JPY', 10, 24],
  ['KR', 'South Korea', 'KRW', 10, 14],
  ['MY', 'Malaysia', 'MYR', 8, 2],
  ['NZ', 'New Zealand', 'NZD', 15, 2],
  ['PH', 'Philippines', 'PHP', 12, 2],
  ['SG', 'Singapore', 'SGD', 9, 3],
  ['TH', 'Thailand', 'THB', 7, 2],
  ['TW', 'Taiwan', 'TWD', 5, 5],
  ['VN', 'Vietnam', 'VND', 10, 2],
];

/** All supported countries, in order of their codes. */
export const countries: readonly Country[] = [
  ...americas,
  ...euroArea,
  ...restOfEurope,
  ...middleEastAndAfrica,
  ...asiaAndPacific,
]
  .map(([code, name, currencyCode, taxPercent, share, taxModel]): Country => {
    const currency = currencies.get(currencyCode);
    if (!currency) throw new Error(`${currencyCode} is missing in the table of currencies`);
    return {
      code,
      name,
      currency,
      digits: minorUnitDigits(currencyCode),
      taxModel: taxModel ?? 'Included',
      taxBasisPoints: Math.round(taxPercent * 100),
      share,
    };
  })
  .sort((left, right) => (left.code < right.code ? -1 : 1));

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
