import { moneyFields } from '../../ledger/money-fields.ts';
import { groupedByDay, sumsInSql, type Tables } from '../database/tables.ts';

/** Selects the sums of what the table has of the source `$1` from `$2` to `$3`. */
export function storedSums({ transactions }: Tables): string {
  return `SELECT ${sumsInSql} FROM ${transactions}
    WHERE source = $1 AND timestamp >= $2 AND timestamp < $3 ${groupedByDay}`;
}

/** Selects the sums that it should have, by what jobs and recounts changed: of the UTC days from `$2` to `$3`. */
export function receiptSums({ commits, recounts, loads }: Tables): string {
  const sum = (field: string): string => `sum((change ->> '${field}')::numeric)`;
  return `SELECT day, change ->> 'currencyCode' AS "currencyCode", change ->> 'type' AS type,
      to_json(${sum('rows')}) AS rows, ${moneyFields.map((field) => `${sum(field)}::text AS "${field}"`).join(', ')}
    FROM (
      SELECT source, changes FROM ${commits} JOIN ${loads} loads ON loads.id = load_id
      WHERE tstzrange(window_start, window_end) && tstzrange($2::timestamptz, $3::timestamptz)
      UNION ALL SELECT source, changes FROM ${recounts} JOIN ${loads} loads ON loads.id = load_id
    ) AS receipts, jsonb_array_elements(changes) AS change, LATERAL (SELECT change ->> 'day' AS day) AS of
    WHERE source = $1 AND day::timestamp AT TIME ZONE 'UTC' >= $2 AND day::timestamp AT TIME ZONE 'UTC' < $3
    GROUP BY 1, 2, 3`;
}
