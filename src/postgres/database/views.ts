import { alarms, covered } from './alarms-view.ts';
import { lastDayWithRows } from './last-day.ts';
import { columnNames, rejectedTime, type Tables } from './tables.ts';

/** Returns the views, with their names: what queries of a reader and the commands both say is defined here. */
export function viewsOf(tables: Tables): readonly (readonly [name: string, sql: string])[] {
  return [
    [tables.transactions, transactions(tables)],
    [tables.differingRanges, differingRanges(tables)],
    [tables.lag, lag(tables)],
    [tables.failures, failures(tables)],
    [tables.lostWorkers, lostWorkers(tables)],
    [tables.markedRows, markedRows(tables)],
    [tables.lateRows, lateRows(tables)],
    [tables.alarms, alarms(tables)],
  ];
}

/**
 * Queries must not count rows that the service no longer has: the plain name is that of a view. Its `row` is a string, which can be
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

/**
 * Of the ranges that the service counted, those of which the tables have other rows: with or without rows at their ends, which a
 * service may include or not (§4.1).
 */
function differingRanges({ countedRanges, stored, quarantine }: Tables): string {
  return `SELECT counted.*, found FROM ${countedRanges} counted, LATERAL (
      SELECT count(*) FILTER (WHERE time < end_date) AS found, count(*) FILTER (WHERE time = start_date) AS at_start,
        count(*) FILTER (WHERE time = end_date) AS at_end
      FROM (
        SELECT timestamp AS time FROM ${stored} WHERE source = counted.source AND missing_since IS NULL
          AND timestamp >= start_date AND timestamp <= end_date
        UNION ALL SELECT ${rejectedTime} FROM ${quarantine} WHERE source = counted.source
          AND resolved_at IS NULL AND ${rejectedTime} BETWEEN start_date AND end_date
      ) AS own
    ) AS counts WHERE rows < found - at_start OR rows > found + at_end`;
}

/** The end is that of what finished loads cover without a gap, from the start of the first one. */
function lag(tables: Tables): string {
  const { sources, loads, stored } = tables;
  return `SELECT source, reaches_to, now() - reaches_to AS lag, last_row, now() - last_row AS since_last_row FROM (
      SELECT source,
        (SELECT upper(range) FROM unnest(covered) AS range WHERE lower(range) = first_start) AS reaches_to,
        (SELECT max(timestamp) FROM ${stored} stored WHERE stored.source = sources.source AND removed_at IS NULL
          AND timestamp >= (${lastDayWithRows(tables, 'sources.source')})) AS last_row
      FROM ${sources} sources LEFT JOIN LATERAL (
        SELECT min(start_date) AS first_start, ${covered} AS covered
        FROM ${loads} loads WHERE loads.source = sources.source
      ) AS loaded ON true
    ) AS reached`;
}

/** A run of the kind that ends well settles what failed; of work also a sync, unless what syncs leave to workers is open. */
function failures({ attempts, loads }: Tables): string {
  return `SELECT * FROM ${attempts} failed WHERE failure IS NOT NULL AND NOT (kind = 'work'
      AND EXISTS (SELECT FROM ${attempts} sync WHERE sync.source = failed.source AND sync.kind = 'sync'
        AND sync.failure IS NULL AND sync.finished_at > failed.finished_at)
      AND NOT EXISTS (SELECT FROM ${loads} loads WHERE loads.source = failed.source AND loads.kind <> 'sync'
        AND loads.finished_at IS NULL))`;
}

function lostWorkers(tables: Tables): string {
  return `SELECT host, pid, started_at, seen_at, jobs_done FROM ${tables.workers} WHERE ${workerState(tables)} = 'lost'`;
}

/** The state of a worker, in SQL. What one that died has left is done once no load is open. */
export function workerState({ loads }: Tables): string {
  return `CASE WHEN stopped_at IS NOT NULL THEN 'stopped' WHEN seen_at >= now() - interval '30 seconds' THEN 'working'
    WHEN EXISTS (SELECT FROM ${loads} WHERE finished_at IS NULL) THEN 'lost' ELSE 'stopped' END`;
}

function markedRows({ stored }: Tables): string {
  return `SELECT source, count(*) AS rows, min(missing_since) AS since,
      round(sum(publisher_net_amount_usd_minor) / 100::numeric, 2) AS net_usd
    FROM ${stored} WHERE missing_since IS NOT NULL AND removed_at IS NULL GROUP BY source`;
}

function lateRows({ stored, loads }: Tables): string {
  return `SELECT source, load_id, count(*) AS rows, min(timestamp) AS earliest, max(fetched_at - timestamp) AS longest_delay
    FROM ${stored} late
    WHERE removed_at IS NULL AND EXISTS (
      SELECT FROM ${loads} earlier
      WHERE earlier.source = late.source AND earlier.id < late.load_id
        AND late.timestamp >= earlier.start_date AND late.timestamp < earlier.end_date)
    GROUP BY source, load_id`;
}
