import { meantCountry } from '../../../shared/locale.ts';
import type { ColumnNames, NamedTable } from '../../tables/named-rows.ts';
import { UsageError } from '../../terminal/command-error.ts';

const price = 'price_usd_cents';
const isCountry = (name: string): boolean => /^[A-Z]{2}$/.test(name);

/** The columns of a sheet with a column for each country, which has its override. */
export const wideColumns: ColumnNames = {
  required: [price],
  allows: isCountry,
  explain: (name) => {
    const country = meantCountry(name);
    return `with --countries-in-columns, ${country === undefined ? 'others are countries such as DE' : `did you mean ${country}?`}`;
  },
};

/** Says how a sheet with a column for each country is read, for one without that flag. */
export function explainCountry(name: string): string | undefined {
  return isCountry(name) ? 'is each country a column? --countries-in-columns' : undefined;
}

/** Returns a sheet with a row for each price. An empty cell names none, and so changes nothing. @throws UsageError without a country */
export function countriesInRows({ path, columns, ignored, rows }: NamedTable): NamedTable {
  const countries = columns.filter(isCountry);
  if (countries.length === 0)
    throw new UsageError('--countries-in-columns: no column is a country such as DE');
  return {
    path,
    ignored,
    columns: [price, 'country_code', 'override'],
    rows: rows.flatMap(({ where, cell, cells, behind }) => {
      const named = countries.filter((country) => cell(country) !== '');
      return (named.length === 0 ? [''] : named).map((country) => {
        const values: Readonly<Record<string, () => ReturnType<typeof cell>>> = {
          [price]: () => cell(price),
          country_code: () => country,
          override: () => (country === '' ? '' : cell(country)),
        };
        return {
          where,
          cells,
          behind,
          cell: (column: string) => values[column]?.() ?? '',
          placeOf: (column: string) => (column === price ? price : country),
        };
      });
    }),
  };
}
