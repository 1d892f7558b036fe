import { readFileSync } from 'node:fs';

import * as z from 'zod';

import { toInputIssues } from '../../client/api/input-object.ts';
import { ConfigurationError, type Issue } from '../../client/errors/index.ts';
import { listIssues, printable } from '../../client/errors/printable.ts';
import { errorCode } from '../../shared/error-code.ts';
import { createRowToJson, jsonBytes, parseJson } from '../json.ts';
import {
  defaultPeriod,
  defaultSeed as defaultNumber,
  defaultSize,
  describeLedger,
  type LedgerShape,
  type SandboxPeriod,
} from '../ledger/shape.ts';
import type { Settings } from '../options.ts';
import { createIds } from '../random.ts';
import { isPastLatestTime, latestTimeRule } from '../store/clock.ts';
import { DataFile } from '../store/data-file.ts';
import { showSeed } from '../store/show-state.ts';
import { type Save, Store } from '../store/store.ts';
import type { Change } from '../store/tables.ts';
import { checkRows } from './check-rows.ts';
import { defaultSeed } from './default-seed.ts';
import { type SeedDefaults, seedRows } from './seed-rows.ts';
import { type Seed, ruleOf, seedSchema } from './seed-schema.ts';

/** The state of a sandbox, and the ledger it belongs to. */
export interface OpenState {
  readonly store: Store;
  readonly shape: LedgerShape;
  /** Ends the use of the data file; nothing can be written afterwards. */
  readonly close: () => void;
}

const thirtyDays = 30 * 86_400_000;

/**
 * Opens the state: a new one, that of the option `seedFile`, or the one of the option `data`.
 *
 * @throws ConfigurationError if the file does not match these settings, or the seed file is invalid.
 */
export function openState(settings: Settings): OpenState {
  const file = settings.data === undefined ? undefined : new DataFile(settings.data);
  try {
    const snapshot = file?.content ? readSnapshot(settings.data ?? '', file.content) : undefined;
    const shape = ledgerShape(settings, snapshot?.shape);
    const defaults: SeedDefaults = {
      initialTime: new Date(shape.start - thirtyDays).toISOString(),
      startTime: settings.now().toISOString(),
      ids: createIds(shape.seed),
    };
    // A file keeps the state that it began with: whoever restarts the sandbox expects what it was.
    const initial = snapshot ? fill(snapshot.initial, defaults) : initialChanges(settings, defaults);
    const save = file && createSave(file, shape, initial);
    const store = new Store(initial, snapshot && fill(snapshot.state, defaults), save);
    if (!snapshot) save?.(store);
    return { store, shape, close: () => file?.close() };
  } catch (error) {
    file?.close();
    throw error;
  }
}

/** The rows of the option `seedFile`, and the default ones of the sections that it leaves out. */
function initialChanges({ seedFile, now, locales }: Settings, defaults: SeedDefaults): readonly Change[] {
  if (seedFile === undefined) return fill(defaultSeed, defaults);
  const given = readSeed(readJson(seedFile), 'the file', 'seedFile', seedFile);
  const time = now().getTime() + (given.clock?.advance ?? 0);
  if (isPastLatestTime(time)) {
    throw rejectedSeed('seedFile', seedFile, [{ path: 'clock.advance', message: latestTimeRule }]);
  }
  const seed: Seed = {
    ...defaultSeed,
    ...given,
    translations: { ...defaultSeed.translations, ...given.translations },
  };
  const rows = seedRows(seed, { ...defaults, startTime: new Date(time).toISOString() });
  const issues = checkRows(rows, locales);
  if (issues.length > 0) throw rejectedSeed('seedFile', seedFile, issues);
  return rows.map(({ change }) => change);
}

function fill(seed: Seed, defaults: SeedDefaults): readonly Change[] {
  return seedRows(seed, defaults).map(({ change }) => change);
}

const snapshotSchema = z.object({
  sandbox: z.literal(2),
  ledger: z.object({
    seed: z.int(),
    transactions: z.int(),
    period: z.object({ start: z.iso.datetime(), end: z.iso.datetime() }),
  }),
  initial: z.unknown(),
  state: z.unknown(),
});

/** A data file: its ledger, the state that `reset` restores, and the state when it was last written. */
interface Snapshot {
  readonly shape: LedgerShape;
  readonly initial: Seed;
  readonly state: Seed;
}

/** Returns what writes the current state, with what does not change. */
function createSave(file: DataFile, shape: LedgerShape, initial: readonly Change[]): Save {
  const same = { sandbox: 2, ledger: describeLedger(shape), initial: showSeed(new Store(initial)) };
  // With a thousand sessions, serializing all rows for each change would take most of its time.
  const rowToJson = createRowToJson();
  return (rows) => file.write(jsonBytes({ ...same, state: showSeed(rows) }, rowToJson));
}

function readSnapshot(path: string, content: string): Snapshot {
  if (content.startsWith('{"sandbox":1,')) {
    throw new ConfigurationError('data', `${path} has the format of an earlier version: choose another file`);
  }
  const { data } = snapshotSchema.safeParse(parseJson(content));
  if (!data) throw new ConfigurationError('data', `${path} is not a sandbox data file: choose another one`);
  const { seed, transactions, period } = data.ledger;
  const damaged = `${path} is damaged, restore it from a copy or choose another file`;
  return {
    shape: { seed, size: transactions, start: Date.parse(period.start), end: Date.parse(period.end) },
    initial: readSeed(data.initial, 'initial', 'data', damaged),
    state: readSeed(data.state, 'state', 'data', damaged),
  };
}

/**
 * The ledger of the options. A file keeps its own where an option is missing: the default period changes from month to
 * month, and the default size has changed between versions.
 */
function ledgerShape({ seed, transactions, period, now }: Settings, found?: LedgerShape): LedgerShape {
  const { start, end } = period ?? found ?? defaultPeriod(now());
  const shape = {
    seed: seed ?? found?.seed ?? defaultNumber,
    size: transactions ?? found?.size ?? defaultSize,
    start,
    end,
  };
  const [inFile, given] = [found ?? shape, shape].map(describeLedger);
  for (const option of ['seed', 'transactions', 'period'] as const) {
    const [one, other] = [show(inFile?.[option]), show(given?.[option])];
    if (one === other) continue;
    const rule = `belongs to a sandbox whose ${option} is ${one}, not ${other}: leave out ${option}, or choose another file`;
    throw new ConfigurationError('data', rule);
  }
  return shape;
}

function show(value: number | SandboxPeriod | undefined): string {
  return typeof value === 'object' ? `${value.start}/${value.end}` : String(value);
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read: there is no permission',
  EISDIR: 'cannot be read: it is a folder',
};
/** As many issues as are read at once. */
const maxIssues = 5;

/** Validates a seed in the file of an option; `whole` names it in messages. */
function readSeed(value: unknown, whole: string, option: string, file: string): Seed {
  const result = seedSchema.safeParse(value, { error: ruleOf });
  if (result.success) return result.data as Seed; // made from the schemas of the rows, whose types it has
  throw rejectedSeed(option, file, toInputIssues(result.error.issues, whole));
}

/** The error for issues of a seed in the file of an option. */
function rejectedSeed(option: string, file: string, issues: readonly Issue[]): ConfigurationError {
  const more = issues.length > maxIssues ? `; and ${issues.length - maxIssues} more` : '';
  return new ConfigurationError(option, `${file}: ${listIssues(issues.slice(0, maxIssues))}${more}`);
}

function readJson(file: string): unknown {
  try {
    // A byte order mark is common in files written on Windows.
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const code = errorCode(error) ?? 'unknown reason';
    // A syntax error names the line and the column, or quotes what it did not expect: text of the file, with any characters.
    const problem =
      error instanceof SyntaxError
        ? `: not valid JSON: ${printable(error.message)}`
        : ` ${problems[code] ?? `cannot be read (${code})`}`;
    throw new ConfigurationError('seedFile', file + problem);
  }
}
