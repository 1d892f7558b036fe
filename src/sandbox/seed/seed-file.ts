import { readFileSync } from 'node:fs';

import { toInputIssues } from '../../api/input-object.ts';
import { ConfigurationError, type Issue } from '../../errors/index.ts';

import { listIssues, printable } from '../../errors/printable.ts';
import { isNestedOver } from '../json.ts';
import { isPastLatestTime, latestTimeRule } from '../store/clock.ts';
import { codeOf } from '../store/data-file.ts';
import type { Store } from '../store/store.ts';
import type { Change } from '../store/tables.ts';
import { checkRows } from './check-rows.ts';
import { initialChanges } from './initial-data.ts';
import { type SeedDefaults, seedRows, tablesIn } from './seed-rows.ts';
import { ruleOf, type Seed, seedSchema } from './seed-schema.ts';

/** What reading a seed file depends on. */
export interface SeedOptions extends Pick<SeedDefaults, 'initialTime' | 'ids'> {
  readonly now: () => Date;
  /** Enabled locales. */
  readonly locales: readonly string[];
}

const problems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'cannot be read: there is no permission',
  EISDIR: 'cannot be read: it is a folder',
};
/** More than in a request, whose body is a part of the file. */
const maxNesting = 200;
/** As many issues as are read at once. */
const maxIssues = 5;

/**
 * Returns the initial state of a seed file: its rows, and the default rows of the sections that it leaves out.
 *
 * @throws ConfigurationError naming the path inside the file.
 */
export function readSeed(file: string, { now, locales, ...defaults }: SeedOptions): Change[] {
  const seed = validate(file, parse(file, read(file)));
  const time = now().getTime() + (seed.clock?.advance ?? 0);
  if (isPastLatestTime(time)) throw rejected(file, [{ path: 'clock.advance', message: latestTimeRule }]);
  const rows = seedRows(seed, { ...defaults, startTime: new Date(time).toISOString() });
  const replaced = tablesIn(seed);
  const kept = initialChanges(defaults.initialTime).filter(({ table }) => !replaced.has(table));
  const issues = checkRows([...rows, ...kept.map((change) => ({ path: 'the default', change }))], locales);
  if (issues.length > 0) throw rejected(file, issues);
  return [...kept, ...rows.map(({ change }) => change)];
}

function read(file: string): string {
  try {
    // A byte order mark is common in files written on Windows.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = codeOf(error) ?? 'unknown reason';
    throw new ConfigurationError('seedFile', `${file} ${problems[code] ?? `cannot be read (${code})`}`);
  }
}

function parse(file: string, json: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    // It names the line and the column, or quotes what it did not expect: text of the file, with any characters.
    const problem = printable((error as SyntaxError).message); // `JSON.parse` throws no other error
    throw new ConfigurationError('seedFile', `${file}: not valid JSON: ${problem}`);
  }
  if (isNestedOver(maxNesting, value)) {
    throw new ConfigurationError('seedFile', `${file} is nested too deeply: over ${maxNesting} levels`);
  }
  return value;
}

function validate(file: string, value: unknown): Seed {
  const result = seedSchema.safeParse(value, { error: ruleOf });
  if (!result.success) throw rejected(file, toInputIssues(result.error.issues, 'the file'));
  return result.data as Seed; // the schemas of its sections are made from those of the rows, whose types it has
}

function rejected(file: string, issues: readonly Issue[]): ConfigurationError {
  const more = issues.length > maxIssues ? `; and ${issues.length - maxIssues} more` : '';
  return new ConfigurationError('seedFile', `${file}: ${listIssues(issues.slice(0, maxIssues))}${more}`);
}

/** Returns the state in the format of a seed file. */
export function showSeed(store: Store): Seed {
  const advance = store.get('clock', 'ahead');
  return {
    ...(advance !== undefined && { clock: { advance } }),
    pricePoints: store.list('pricePoints'),
    promoCodes: store.list('promoCodes'),
    offers: store.list('offers'),
    content: store.list('content'),
    translations: {
      dynamicTranslations: store.list('dynamicTranslations'),
      staticTranslations: store.list('staticTranslations'),
    },
    sessions: store.list('sessions'),
    transactions: store.list('transactions'),
    personalization: store.list('personalization'),
  };
}
