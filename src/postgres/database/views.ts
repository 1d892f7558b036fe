import { columnNames, type Tables } from './tables.ts';

/** Returns the views, with their names: what queries of a reader and the commands both say is defined here. */
export function viewsOf(tables: Tables): readonly (readonly [name: string, sql: string])[] {
  return [
    [tables.transactions, transactions(tables)],
    [tables.differingRanges, differingRanges(tables)],
  ];
}

/**
 * Queries must not count rows that the service no longer has: the plain name is that of a view. Its `row` is text, which can be
 * compared; jsonb takes no U+0000.
 */
function transactions(tables: Tables): string {
  return `SELECT ${columnNames.map((name) => (name === 'row' ? 'row::text AS row' : name)).join(', ')}, missing_since, ${inMajorUnits('amount', tables)},
       ${inMajorUnits('total_tax_amount', tables)}
     FROM ${tables.stored} stored WHERE removed_at IS NULL`;
}

/** An amount in the currency of its row, in SQL: by the decimals of the source, which are no column of the table. */
function inMajorUnits(column: 'amount' | 'total_tax_amount', { sources }: Tables): string {
  const digits = `(SELECT (currency_digits ->> translate(currency_code, '${letters.toLowerCase()}', '${letters}'))::int
    FROM ${sources} sources WHERE sources.source = stored.source)`;
  return `round(${column}_minor / 10::numeric ^ ${digits}, ${digits}) AS ${column}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Of the ranges that the service counted, those of which the tables have other rows. */
function differingRanges({ countedRanges, stored, quarantine }: Tables): string {
  return `SELECT counted.*, found FROM ${countedRanges} counted, LATERAL (
      SELECT (SELECT count(*) FROM ${stored} WHERE source = counted.source AND missing_since IS NULL
          AND timestamp >= start_date AND timestamp < end_date)
        + (SELECT count(*) FROM ${quarantine} WHERE source = counted.source AND resolved_at IS NULL
          AND coalesce("timestamp", window_start) >= start_date AND coalesce("timestamp", window_start) < end_date) AS found
    ) AS own WHERE rows <> found`;
}
