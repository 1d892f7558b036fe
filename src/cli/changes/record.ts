import { type FileHandle, open, readFile, rm } from 'node:fs/promises';

import * as z from 'zod';

import { inputObject } from '../../client/api/input-object.ts';
import { ruleMessage } from '../../client/api/input.ts';
import { errorCode } from '../../shared/error-code.ts';
import { readable } from '../tables/open-table.ts';
import { notWritten, UsageError } from '../terminal/command-error.ts';
import type { Change } from './change.ts';
import { changeSchema, checkChanges, originShape, parseAs, parseFileJson } from './plan-file.ts';
import type { Plan } from './plan.ts';
import type { SheetSubject } from './sheet-subject.ts';

/** What was done of a change. */
const states = [
  /** It was sent, read back and compared. */
  'applied',
  /** It was sent, and the service has something else. */
  'differs',
  /** The service rejected it. */
  'rejected',
  /** It was sent, and nothing says whether it was applied. */
  'unknown',
  /** Somebody else has changed the cell meanwhile. */
  'kept',
  'not_sent',
] as const;
/** What was done of a change. */
export type ChangeState = (typeof states)[number];

/** A change with what was done of it. */
export interface RecordedChange extends Change {
  readonly state: ChangeState;
  /** What the service has instead, for people, or the error. */
  readonly problem?: string | undefined;
  /** What the service has made of a change that differs, by its response and by what was read back: what it has left. */
  readonly left?: string | null | undefined;
}

const headSchema = inputObject('the head of a record', {
  ...originShape,
  time: z.string({ error: ruleMessage('a time') }),
  /** The sheet, of a run of a plan. */
  sheet: z.string().optional(),
  /** The records that are taken back. */
  undoes: z.array(z.string()).readonly().optional(),
});
/** What a record begins with. */
export type RecordHead = z.output<typeof headSchema>;

const stateSchema = inputObject('a state', {
  changes: z.array(z.int()),
  state: z.enum(states),
  problem: z.string().optional(),
  left: z.string().nullable().optional(),
  time: z.string(),
});
/** What is noted of changes, besides their state. */
export type StateNotes = Pick<RecordedChange, 'problem' | 'left'>;

const effectsSchema = inputObject('the side effects of a run', { effects: z.array(changeSchema).readonly() });
const marksSchema = inputObject('the marks of an undo', {
  marks: z.array(z.tuple([z.string(), z.string()])).readonly(),
});

/** Writes what is sent, as it is sent. */
export interface RecordWriter extends AsyncDisposable {
  readonly path: string;
  /** Appends the state of changes, by their numbers, and returns once it is on the disk. */
  readonly add: (changes: readonly number[], state: ChangeState, notes?: StateNotes) => Promise<void>;
}

/** The end of the name of a record, or of a copy that a synchronizer has made; `undo` tells one that takes others back. */
const suffix = /\.\d{8}T\d{6}Z(?:-\d+)?(?:\.undo)?\.record[^/\\]*\.jsonl$/;

/** Returns the sheet that a record is of, or the file that it was named for; of an undo of a record, that of its runs. */
export function sheetOf({ source, sheet = source }: Pick<RecordHead, 'source' | 'sheet'>): string {
  return sheet.replace(suffix, '');
}

/**
 * Starts a record with all changes of a run, what the service changes besides, and the cells in which an undo has nothing to
 * send. It is on the disk before this returns.
 *
 * @param path @defaultValue beside the source, with the time in its name
 * @throws CommandError if it cannot be written, or if a given one exists
 */
export async function createRecord(
  path: string | undefined,
  head: RecordHead,
  { changes, effects }: Pick<Plan, 'changes' | 'effects'>,
  marks: readonly Pick<Change, 'item' | 'cell'>[] = [],
): Promise<RecordWriter> {
  const time = head.time.replaceAll(/[-:]|\.\d+/g, '');
  const source = sheetOf({ source: head.source });
  const end = `${head.undoes === undefined ? '' : '.undo'}.record.jsonl`;
  const [file, name] = await openNew(path, `${source}.${time}`, end);
  const append = async (lines: readonly object[]): Promise<void> => {
    await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await file.datasync();
  };
  try {
    const marked = marks.length === 0 ? [] : [{ marks: marks.map(({ item, cell }) => [item, cell]) }];
    const besides = effects.length === 0 ? [] : [{ effects }];
    await append([head, ...changes, ...besides, ...marked]);
  } catch (error) {
    await file.close();
    await rm(name, { force: true });
    throw notWritten(name, error, nothingSent);
  }
  return {
    path: name,
    add: (numbers, state, notes) =>
      append([{ changes: numbers, state, ...notes, time: new Date().toISOString() }]).catch(
        (error: unknown) => {
          throw notWritten(name, error);
        },
      ),
    [Symbol.asyncDispose]: () => file.close(),
  };
}

const nothingSent = '; nothing was sent';

/** Opens a record that does not exist yet; two runs of a second have two names. */
async function openNew(
  path: string | undefined,
  prefix: string,
  end: string,
): Promise<readonly [FileHandle, string]> {
  for (let run = 1; ; run += 1) {
    const name = path ?? `${prefix}${run === 1 ? '' : `-${run}`}${end}`;
    try {
      return [await open(name, 'wx'), name];
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw notWritten(name, error, nothingSent);
      if (path !== undefined) throw new UsageError(`--record: ${name} already exists: choose another file`);
    }
  }
}

/** A record that was read. */
export interface ReadRecord {
  readonly head: RecordHead;
  readonly changes: readonly RecordedChange[];
  /** What the service should have changed besides. */
  readonly effects: readonly Change[];
  /** The cells in which an undo had nothing to send: it takes its runs back there too. */
  readonly marks: readonly Pick<Change, 'item' | 'cell'>[];
}

/** Whether a file is a run of another one by its name, or an undo of such a run. */
export function isRecordOf(name: string, file: string): boolean {
  return suffix.test(name) && sheetOf({ source: name }) === file;
}

/** Returns the head that a text begins with. @throws UsageError if it is none, or that of another version */
export function readHead(path: string, text: string): RecordHead {
  const [line = ''] = text.split('\n', 1);
  return parseAs(path, headSchema, parseFileJson(path, line));
}

/** Reads a record. @throws UsageError if it is none, or of another subject @throws CommandError if it cannot be read */
export async function readRecord(path: string, subject: SheetSubject): Promise<ReadRecord> {
  const text = await readable(path, () => readFile(path, 'utf8'));
  // A run that died may have left half of a line.
  const [first = '', ...lines] = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1);
  const head = parseAs(path, headSchema, parseFileJson(path, first));
  const changes: RecordedChange[] = [];
  const effects: Change[] = [];
  const marks: Pick<Change, 'item' | 'cell'>[] = [];
  for (const line of lines) {
    const parsed = parseFileJson(path, line);
    if (typeof parsed === 'object' && parsed !== null && 'item' in parsed) {
      changes.push({ ...parseAs(path, changeSchema, parsed), state: 'not_sent' });
      continue;
    }
    if (typeof parsed === 'object' && parsed !== null && 'effects' in parsed) {
      effects.push(...parseAs(path, effectsSchema, parsed).effects);
      continue;
    }
    if (typeof parsed === 'object' && parsed !== null && 'marks' in parsed) {
      const own = parseAs(path, marksSchema, parsed).marks;
      marks.push(...own.map(([item, cell]) => ({ item, cell })));
      continue;
    }
    const { changes: numbers, state, problem, left } = parseAs(path, stateSchema, parsed);
    for (const number of numbers) {
      const change = changes[number];
      if (change) changes[number] = { ...change, state, problem, left };
    }
  }
  checkChanges(path, subject, head, changes);
  return { head, changes, effects, marks };
}
