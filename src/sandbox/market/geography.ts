/** Regions, and the pattern of a postal code: `#` stands for a digit, `A` for a letter. */
export interface Geography {
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
