import * as z from 'zod';

import { invalidOption } from '../client/errors/index.ts';
import type { LedgerDatabaseOptions } from './database/database-options.ts';
import { checkSchemaVersion } from './database/migrate.ts';
import { type Database, openDatabase, type Queries } from './database/open-database.ts';
import { checkOptions, optionsOf } from './options.ts';

/** What an alarm is of. */
export type AlarmKind =
  /** Its finished loads end before now: the reader says how much is too much. */
  | 'lag'
  /** The last run of a command failed. */
  | 'failure'
  /** The clock of the service stands still, by which loads end. */
  | 'clock'
  /** A load did not find rows that the service turned out to have. */
  | 'doubtful'
  /** A job received other rows than the service counted. */
  | 'counted'
  /** The window of a job changed each time that it was read. */
  | 'changed_while_read'
  /** A job found none of the stored rows, nor any other that was looked for. */
  | 'unconfirmed'
  /** Stored rows were not found. */
  | 'not_found'
  /** A row cannot be stored. */
  | 'quarantined'
  /** The service counts other rows than the tables have. */
  | 'totalCount'
  /** Rows or sums of a day differ from the receipts. */
  | 'receipts'
  /** Columns of a day's rows differ from the rows as received. */
  | 'columns'
  /** A day's rows differ from those of the service, or it returned no complete list. */
  | 'rows';

/** Something that somebody has to look at, until its cause is gone or it is acknowledged. */
export type Alarm = {
  /** Eight characters, the same as long as the alarm is of the same thing. */
  readonly id: string;
  readonly kind: AlarmKind;
  readonly source: string;
  /** What is wrong, in words. */
  readonly message: string;
  /** ISO 8601 in UTC; `null` if it has always been so. */
  readonly since: string | null;
  /** Why it was acknowledged; `null` if it was not. */
  readonly note: string | null;
};

/** An alarm with what it is of. */
export interface AlarmSubject extends Alarm {
  readonly load: number | null;
  readonly job: number | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly found: string | null;
}

/** Returns the alarms of a source, or of all, acknowledged ones too. */
export async function readAlarms(
  { query, tables }: Queries & Pick<Database, 'tables'>,
  source?: string,
): Promise<readonly AlarmSubject[]> {
  const rows = await query<AlarmRow>(
    `SELECT id, kind, source, message, since, note, load_id AS load, job, start_date, end_date, found FROM ${tables.alarms}
     WHERE source = coalesce($1, source) ORDER BY source, kind, since, start_date, id`,
    [source ?? null],
  );
  return rows.map(({ since, start_date, end_date, ...row }) => ({
    ...row,
    since: since?.toISOString() ?? null,
    startDate: start_date?.toISOString() ?? null,
    endDate: end_date?.toISOString() ?? null,
  }));
}

type AlarmRow = Omit<AlarmSubject, 'since' | 'startDate' | 'endDate'> &
  Readonly<Record<'since' | 'start_date' | 'end_date', Date | null>>;

/** Returns what is to be shown of alarms that nobody has acknowledged; a lag is one of its reader's. */
export function openAlarms(alarms: readonly AlarmSubject[]): readonly Alarm[] {
  return alarms.filter(({ kind, note }) => kind !== 'lag' && note === null).map(toAlarm);
}

/** Leaves out what it is of, which the message says. */
export function toAlarm({ id, kind, source, message, since, note }: AlarmSubject): Alarm {
  return { id, kind, source, message, since, note };
}

/** Options of {@link acknowledgeAlarms}. */
export interface AcknowledgeAlarmsOptions extends LedgerDatabaseOptions {
  /** Ids of alarms, as {@link loadStatus} returns them. */
  readonly alarms: readonly string[];
  /** Why nobody has to act; required unless `undo`. */
  readonly note?: string | undefined;
  /** Takes acknowledgements back instead. @defaultValue `false` */
  readonly undo?: boolean | undefined;
}

const schema = optionsOf(
  {
    alarms: z
      .array(z.string({ error: 'must be an array of ids' }).toLowerCase(), {
        error: 'must be an array of ids',
      })
      .min(1, { error: 'must not be empty' }),
    note: z.string({ error: 'must be a string' }).trim().min(1, { error: 'must not be empty' }).optional(),
    undo: z.boolean({ error: 'must be a boolean' }).default(false),
  },
  '{ database, alarms, note }',
).refine(({ note, undo }) => (note === undefined) === undo, {
  path: ['note'],
  error: 'is required, unless acknowledgements are taken back',
  when: ({ issues }) => issues.length === 0,
});

/**
 * Acknowledges alarms: a person knows of them, and nobody has to act. They alarm again if they are of another thing, such as
 * a day whose count differs by another number. Returns them.
 *
 * @throws `ConfigurationError` when an option is invalid, or there is no such alarm; then none is acknowledged
 * @throws {@link DatabaseError} when the database fails
 * @example
 * ```ts
 * import { acknowledgeAlarms, loadStatus } from 'publisher-commerce/postgres';
 *
 * const database = process.env.DATABASE_URL ?? '';
 * const { alarms } = await loadStatus({ database });
 * const rejected = alarms.filter(({ kind }) => kind === 'quarantined').map(({ id }) => id);
 * if (rejected.length > 0) await acknowledgeAlarms({ database, alarms: rejected, note: 'reported on Monday' });
 * ```
 */
export async function acknowledgeAlarms(options: AcknowledgeAlarmsOptions): Promise<readonly Alarm[]> {
  const { database: config, schema: name, alarms, note, undo, ...patience } = checkOptions(schema, options);
  await using database = await openDatabase(config, name, 1, patience);
  await checkSchemaVersion(database);
  const { acknowledgements } = database.tables;
  return await database.transaction(async ({ query }) => {
    const known = await readAlarms({ query, tables: database.tables });
    const chosen = known.filter(({ id }) => alarms.includes(id));
    const unknown = alarms.find((one) => !chosen.some(({ id }) => id === one));
    if (unknown !== undefined)
      throw invalidOption('alarms', `there is no alarm ${unknown}: the status lists them`);
    if (undo) await query(`DELETE FROM ${acknowledgements} WHERE id = ANY ($1)`, [alarms]);
    else
      await query(
        `INSERT INTO ${acknowledgements} (id, kind, source, subject, message, note)
         SELECT id, kind, source, subject, message, $2 FROM ${database.tables.alarms} WHERE id = ANY ($1)
         ON CONFLICT (kind, source, subject) DO UPDATE
           SET note = excluded.note, acknowledged_at = excluded.acknowledged_at, acknowledged_by = excluded.acknowledged_by`,
        [alarms, note],
      );
    return chosen.map((alarm) => ({ ...toAlarm(alarm), note: note ?? null }));
  });
}
