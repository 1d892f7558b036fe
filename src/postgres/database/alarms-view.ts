import { standstill } from '../../client/runtime/service-time.ts';
import { inUtc, rejectedRow, rejectedTime, type Tables } from './tables.ts';

/**
 * What finished loads cover, in SQL: not those that did not find rows which the service has, or that were planned by a clock
 * which was ahead.
 */
export const covered = `range_agg(tstzrange(start_date, least(end_date, planned_at))) FILTER (
          WHERE finished_at IS NOT NULL AND NOT doubtful AND planned_at <= now() + interval '1 minute'
            AND planned_at > start_date)`;

/** The columns of an alarm, with what they are unless a kind fills them. */
const columns = {
  kind: `''`,
  source: 'source',
  load_id: 'NULL::integer',
  job: 'NULL::integer',
  start_date: 'NULL::timestamptz',
  end_date: 'NULL::timestamptz',
  found: 'NULL::text',
  message: `''`,
  since: 'NULL::timestamptz',
};

/**
 * What somebody has to look at, with the acknowledgement if there is one. What an alarm is of is in its columns: when one of
 * them changes, it is another alarm, which nobody has acknowledged. The lag of each source is one: its reader knows how much
 * is too much.
 */
export function alarms(tables: Tables): string {
  const kinds = [lag, failures, clocks, doubtfulLoads, jobs, unfoundRows, rejectedRows, counts, differences];
  const subject = `concat_ws(' ', load_id, job, ${inUtc('start_date', 'MS')}, ${inUtc('end_date', 'MS')}, found)`;
  return `SELECT left(encode(sha256(convert_to(concat_ws(' ', kind, source, subject), 'UTF8')), 'hex'), 8) AS id, alarm.*,
      acknowledged_at, note
    FROM (SELECT *, ${subject} AS subject FROM (
      ${kinds.map((select) => select(tables)).join('\n      UNION ALL ')}
    ) AS found (${Object.keys(columns).join(', ')})) AS alarm
    LEFT JOIN ${tables.acknowledgements} known USING (kind, source, subject)`;
}

function select(filled: Partial<Record<keyof typeof columns, string>>, from: string): string {
  return `SELECT ${Object.values({ ...columns, ...filled }).join(', ')} FROM ${from}`;
}

function lag(tables: Tables): string {
  const message = `coalesce('finished loads reach to ' || ${inUtc('reaches_to', 'MS')}, 'its first load has not finished')`;
  return select({ kind: `'lag'`, end_date: 'reaches_to', message, since: 'reaches_to' }, tables.lag);
}

function failures(tables: Tables): string {
  const message = `'the last ' || kind || ' failed: ' || failure`;
  return select(
    { kind: `'failure'`, start_date: 'finished_at', found: 'kind', message, since: 'finished_at' },
    tables.failures,
  );
}

function clocks({ serviceClocks }: Tables): string {
  const hours = 'floor(extract(epoch FROM last_seen - first_seen) / 3600)';
  const message = `format('the clock of the service stands still at %s, while that of the database advanced %s hours: no later rows are loaded. Report it to the service',
    ${inUtc('service_time', 'MS')}, ${hours})`;
  return select(
    { kind: `'clock'`, start_date: 'service_time', message, since: 'first_seen' },
    `${serviceClocks} WHERE last_seen - first_seen >= make_interval(secs => ${standstill.other / 1000})`,
  );
}

/** Of those whose range no other load covers. */
function doubtfulLoads({ loads }: Tables): string {
  const message = `format('load %s did not find rows that the service has, and may lack others: plan its range again, %s to %s',
    id, ${inUtc('start_date', 'MS')}, ${inUtc('end_date', 'MS')})`;
  return select(
    { kind: `'doubtful'`, load_id: 'id', message, since: 'finished_at' },
    `${loads} doubtful WHERE doubtful AND NOT coalesce(
        tstzrange(start_date, greatest(start_date, least(end_date, planned_at)))
          <@ (SELECT ${covered} FROM ${loads} loads WHERE loads.source = doubtful.source), false)`,
  );
}

/** A window that jobs of later loads have read, together, is judged by those; only what differs is looked up, by the `CASE`. */
function jobs({ commits, loads }: Tables): string {
  const window = `${inUtc('window_start', 'MS')}, ${inUtc('window_end', 'MS')}`;
  const received = 'rows_received + rows_outside - rows_repeated';
  return select(
    {
      kind: 'found.kind',
      load_id: 'load_id',
      job: 'job',
      found: 'found',
      message: 'message',
      since: 'committed_at',
    },
    `${commits} commits JOIN ${loads} loads ON loads.id = load_id, LATERAL (VALUES
        ('counted', rows_counted IS DISTINCT FROM ${received}, (${received} - rows_counted)::text,
          format('the service counted %s rows from %s to %s, and returned %s: load the range again', coalesce(rows_counted::text, 'unknown'), ${window}, ${received})),
        ('changed_while_read', changed_while_read, NULL,
          format('rows from %s to %s changed while they were read: load the range again once it has ended', ${window})),
        ('unconfirmed', rows_unconfirmed > 0, rows_unconfirmed::text,
          format('stored rows from %s to %s that were not found: %s, nor any other that was looked for: is the token that of this ledger?',
            ${window}, rows_unconfirmed))
      ) AS found (kind, differs, found, message)
      WHERE CASE WHEN differs THEN NOT coalesce(tstzrange(commits.window_start, commits.window_end) <@ (
        SELECT range_agg(tstzrange(later.window_start, later.window_end)) FROM ${commits} later
        WHERE later.load_id > commits.load_id
          AND tstzrange(later.window_start, later.window_end) && tstzrange(commits.window_start, commits.window_end)
          AND later.load_id IN (SELECT id FROM ${loads} same WHERE same.source = loads.source)), false) END`,
  );
}

/** Those that one load was the first not to find. */
function unfoundRows({ stored }: Tables): string {
  const message = `format('stored rows that load %s did not find: %s; sums include them until another load does not find them either',
    missing_load, count(*))`;
  return select(
    {
      kind: `'not_found'`,
      load_id: 'missing_load',
      found: 'count(*)::text',
      message,
      since: 'min(missing_since)',
    },
    `${stored} WHERE missing_since IS NOT NULL AND removed_at IS NULL GROUP BY source, missing_load`,
  );
}

/** The same row is received each night. */
function rejectedRows({ quarantine }: Tables): string {
  const message = `format('a row of %s is in quarantine, and in no sum: %s: report it to the service, then load its range again',
    ${inUtc(`min(${rejectedTime})`, 'MS')}, min(reason))`;
  return select(
    { kind: `'quarantined'`, found: rejectedRow, message, since: 'min(fetched_at)' },
    `${quarantine} WHERE resolved_at IS NULL GROUP BY source, row`,
  );
}

/** Whether a row of the quarantine, called `rejected`, is acknowledged. */
export function isAcknowledged({ acknowledgements }: Tables): string {
  return `EXISTS (SELECT FROM ${acknowledgements} known
      WHERE known.kind = 'quarantined' AND known.source = rejected.source AND known.subject = ${rejectedRow})`;
}

function counts({ differingRanges }: Tables): string {
  const message = `format('the service counts %s rows from %s to %s, the table has %s: verify --online says whether it still does',
    rows, ${inUtc('start_date', 'MS')}, ${inUtc('end_date', 'MS')}, found)`;
  return select(
    {
      ...{ kind: `'totalCount'`, start_date: 'start_date', end_date: 'end_date' },
      ...{ found: '(found - rows)::text', message, since: 'counted_at' },
    },
    // That the service has fewer rows than the table is known to a verification only: a sync does not look for them.
    `${differingRanges} WHERE rows > found OR verified`,
  );
}

function differences({ differences }: Tables): string {
  return select(
    {
      ...{ kind: 'kind', start_date: 'start_date', end_date: 'end_date' },
      ...{ found: 'found', message: 'message', since: 'found_at' },
    },
    differences,
  );
}
