import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { toInputIssues } from '../../client/api/input-object.ts';
import { type ConfigurationError, invalidOption, type Issue } from '../../client/errors/index.ts';
import { listIssues, printable } from '../../client/errors/printable.ts';
import { decodeMarked } from '../../shared/files/marked-text.ts';
import { createRowToJson, jsonBytes, parseJson } from '../json.ts';
import {
  defaultPeriod,
  defaultSeedNumber,
  defaultSize,
  describeLedger,
  type LedgerSettings,
} from '../ledger/settings.ts';
import type { SandboxSettings } from '../options.ts';
import { sessionProblem } from '../purchases/session-request.ts';
import { createIds } from '../random.ts';
import { DataFile } from '../store/data-file.ts';
import { type StoredSession, wasPaid } from '../store/session.ts';
import { showSeed } from '../store/show-state.ts';
import { type Save, Store } from '../store/store.ts';
import type { StoreChange } from '../store/tables.ts';
import { defaultSeed } from './default-seed.ts';
import { type SeedDefaults, type SeedRow, seedRows } from './seed-rows.ts';
import { type Seed, seedSchema } from './seed-schema.ts';

/** The state of a sandbox, and the ledger it belongs to. */
export interface OpenState {
  readonly store: Store;
  readonly ledgerSettings: LedgerSettings;
  /** Ends the use of the data file; nothing can be written afterwards. */
  readonly close: () => void;
}

const thirtyDays = 30 * 86_400_000;

/**
 * Opens the state: a new one, that of the option `seedFile`, or the one of the option `data`.
 *
 * @throws ConfigurationError if the file does not match these settings, or the seed file is invalid.
 */
export function openState(settings: SandboxSettings): OpenState {
  const file = settings.data === undefined ? undefined : new DataFile(settings.data);
  try {
    const snapshot = file?.content ? readSnapshot(file) : undefined;
    const ledgerSettings = ledgerSettingsOf(settings, snapshot?.ledger);
    const defaults: SeedDefaults = {
      initialTime: new Date(ledgerSettings.start - thirtyDays).toISOString(),
      startTime: settings.now().toISOString(),
      ids: createIds(ledgerSettings.seed),
    };
    // A file keeps the state that it began with: whoever restarts the sandbox expects what it was.
    const initial = snapshot ? fill(snapshot.initial, defaults) : initialChanges(settings, defaults);
    const save = file && createSave(file, ledgerSettings, initial);
    // Without a seed, another number each time: a game that grants each purchase once has seen those of the last run.
    const firstId = settings.seed === undefined ? 2 * Math.floor(Math.random() * 2 ** 30) : 0;
    const store = new Store(initial, snapshot && fill(snapshot.state, defaults), save, firstId);
    if (!snapshot) save?.(store);
    return { store, ledgerSettings, close: () => file?.close() };
  } catch (error) {
    file?.close();
    throw error;
  }
}

/** The rows of the option `seedFile`, and the default ones of the sections that it leaves out. */
function initialChanges(
  { seedFile, now, locales }: SandboxSettings,
  defaults: SeedDefaults,
): readonly StoreChange[] {
  if (seedFile === undefined) return fill(defaultSeed, defaults);
  const given: Seed = readAs(seedSchema, readJson(seedFile), 'seedFile', seedFile);
  const seed: Seed = {
    ...defaultSeed,
    ...given,
    translations: { ...defaultSeed.translations, ...given.translations },
  };
  const startTime = new Date(now().getTime() + (given.clock?.advance ?? 0)).toISOString();
  const rows = seedRows(seed, { ...defaults, startTime });
  const issues = checkRows(rows, locales);
  if (issues.length > 0) throw rejectedSeed('seedFile', seedFile, issues);
  return rows.map(({ change }) => change);
}

/** What is wrong with the rows of a seed file that each match their schema. */
function checkRows(rows: readonly SeedRow[], locales: readonly string[]): Issue[] {
  const store = new Store(rows.map(({ change }) => change));
  const seen = new Map<string, string>();
  const firstWith = (path: string, ...name: readonly string[]): string => {
    const first = seen.get(JSON.stringify(name)) ?? path;
    seen.set(JSON.stringify(name), first);
    return first;
  };
  return rows.flatMap(({ path, change: { table, key, row } }) => {
    const problems: Issue[] = [];
    const first = firstWith(path, table, key);
    if (first !== path) return [{ path, message: `repeats the key of ${first}` }];
    if (table === 'sessions' && row) {
      const sold = firstWith(path, 'purchase', row.purchaseId);
      if (sold !== path) problems.push({ path: 'purchaseId', message: `repeats that of ${sold}` });
      problems.push(...sessionProblems(row, store, locales));
    }
    return problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` }));
  });
}

function sessionProblems(session: StoredSession, store: Store, locales: readonly string[]): Issue[] {
  const { request, state, purchaseId } = session;
  const problem = sessionProblem(request, store, locales);
  const issues = problem ? [{ ...problem, path: `request.${problem.path}` }] : [];
  if (wasPaid(session) && !store.list('transactions').some((row) => row.purchaseId === purchaseId)) {
    const message = `"${state}" needs the rows of the purchase in transactions: write "open", and pay the session`;
    issues.push({ path: 'state', message });
  }
  return issues;
}

function fill(seed: Seed, defaults: SeedDefaults): readonly StoreChange[] {
  return seedRows(seed, defaults).map(({ change }) => change);
}

const time = z.iso.datetime().transform((iso) => Date.parse(iso));

/** A data file: its ledger, the state that `reset` restores, and the state when it was last written. */
const snapshotSchema = z.object({
  sandbox: z.literal(2),
  ledger: z
    .object({
      seed: z.int(),
      transactions: z.int(),
      period: z.object({ start: time, end: time, until: time.optional() }),
    })
    .transform(({ seed, transactions: size, period }): LedgerSettings => ({ seed, size, ...period })),
  initial: seedSchema,
  state: seedSchema,
});

function readSnapshot({ path, content }: DataFile): z.output<typeof snapshotSchema> {
  const damaged = `${path} is damaged or no data file of a sandbox, restore it from a copy or choose another file`;
  return readAs(snapshotSchema, parseJson(content), 'data', damaged);
}

/** Returns what writes the current state, with what does not change. */
function createSave(file: DataFile, ledgerSettings: LedgerSettings, initial: readonly StoreChange[]): Save {
  const same = { sandbox: 2, ledger: storedLedger(ledgerSettings), initial: showSeed(new Store(initial)) };
  // With a thousand sessions, serializing all rows for each change would take most of its time.
  const rowToJson = createRowToJson();
  return (rows) => file.write(jsonBytes({ ...same, state: showSeed(rows) }, rowToJson));
}

/** A ledger as its file has it: the rows of `until` follow from the others. */
function storedLedger(settings: LedgerSettings): object {
  const { until = settings.end } = settings;
  const { period, ...ledger } = describeLedger({ ...settings, until: undefined }, settings.size);
  const more = until === settings.end ? {} : { until: new Date(until).toISOString() };
  return { ...ledger, period: { ...period, ...more } };
}

/**
 * The ledger of the options. A file keeps its own where an option is missing: the default period changes from day to
 * day, and the default size has changed between versions.
 */
function ledgerSettingsOf(
  { seed, transactions, period, now }: SandboxSettings,
  found?: LedgerSettings,
): LedgerSettings {
  const { start, end, until }: Omit<LedgerSettings, 'seed' | 'size'> =
    period ?? found ?? defaultPeriod(now(), transactions !== undefined);
  const ledgerSettings = {
    seed: seed ?? found?.seed ?? defaultSeedNumber,
    size: transactions ?? found?.size ?? defaultSize,
    start,
    end,
    until,
  };
  const [inFile, wanted] = [found ?? ledgerSettings, ledgerSettings].map((one) =>
    JSON.stringify(storedLedger(one)),
  );
  if (inFile === wanted) return ledgerSettings;
  const advice = 'leave out seed, transactions and period, or choose another file';
  throw invalidOption('data', `belongs to a sandbox with the ledger ${inFile}: ${advice}`);
}

/** As many issues as are read at once. */
const maxIssues = 5;

/** Validates what is in the file of an option. */
function readAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  option: string,
  file: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw rejectedSeed(option, file, toInputIssues(result.error.issues, 'the file'));
}

/** The error for issues of the file of an option. */
function rejectedSeed(option: string, file: string, issues: readonly Issue[]): ConfigurationError {
  const more = issues.length > maxIssues ? `; and ${issues.length - maxIssues} more` : '';
  return invalidOption(option, `${file}: ${listIssues(issues.slice(0, maxIssues))}${more}`);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(decodeMarked(readFileSync(file)));
  } catch (error) {
    const { message } = error as Error; // of the system or of the parser, which throw nothing else
    // A syntax error quotes text of the file, with any characters.
    const problem =
      error instanceof SyntaxError ? `not valid JSON: ${printable(message)}` : `cannot be read: ${message}`;
    throw invalidOption('seedFile', `${file}: ${problem}`);
  }
}
