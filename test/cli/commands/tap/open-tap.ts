import { writeFileSync } from 'node:fs';

import { onTestFinished, vi } from 'vitest';

import { token } from '../../../support/service.ts';
import { inFolder, type Output, runHere } from '../../run-here.ts';
import { createFolder, type ExportFolder } from '../export/run-export.ts';

/** A message of the Singer specification. */
export interface Message {
  readonly type: 'SCHEMA' | 'RECORD' | 'STATE' | 'ACTIVATE_VERSION';
  readonly stream?: string;
  readonly record?: Readonly<Record<string, unknown>>;
  readonly value?: State;
  readonly [member: string]: unknown;
}

/** The state of a tap, as far as tests read it. */
export interface State {
  readonly bookmarks: {
    readonly transactions: {
      readonly next_date: string;
      readonly end_date: string;
      readonly page?: { readonly checkpoint: { readonly rows: number } };
    };
  };
}

interface TapOutput extends Output {
  readonly messages: readonly Message[];
}

/** A tap, and the folder of its files. */
export interface TapFolder {
  readonly folder: ExportFolder;
  readonly write: (name: string, content: unknown) => void;
  /** Runs it in this process, from a state if there is one. */
  readonly run: (state?: unknown, args?: readonly string[], env?: NodeJS.ProcessEnv) => Promise<TapOutput>;
}

/** The streams that a ledger alone can serve. */
export const ofLedger = { streams: [{ tap_stream_id: 'transactions' }, { tap_stream_id: 'receipt' }] };

/** Opens a tap of a service, whose config starts at the start of the ledger of `test/support/ledger.ts`. */
export function openTap(url: string, settings: object = {}, catalog?: object): TapFolder {
  const folder = createFolder();
  const write = (name: string, content: unknown): void =>
    writeFileSync(folder.file(name), JSON.stringify(content));
  write('config.json', { base_url: url, token, start_date: '2026-10-01', ...settings });
  if (catalog) write('catalog.json', catalog);
  const given = catalog === undefined ? [] : ['--catalog', 'catalog.json'];
  return {
    folder,
    write,
    run: async (state, args = [], env = {}) => {
      if (state !== undefined) write('state.json', state);
      const from = state === undefined ? [] : ['--state', 'state.json'];
      const line = ['tap', '-c', 'config.json', ...given, ...from, ...args];
      const output = await inFolder(folder.path, { PATH: process.env['PATH'], ...env }, () => runHere(line));
      return { ...output, messages: messagesIn(output.out) };
    },
  };
}

/** Parses what a tap has printed: a message on each line, and nothing else. */
export function messagesIn(out: string): readonly Message[] {
  return out
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Message);
}

/** The records of a stream. */
export function recordsOf(messages: readonly Message[], stream = 'transactions') {
  return messages.flatMap(({ stream: own, record }) => (own === stream && record ? [record] : []));
}

/** The ids of transactions, as they were printed. */
export function idsIn(messages: readonly Message[]): readonly unknown[] {
  return recordsOf(messages).map(({ transaction_id: id }) => id);
}

/** The last state. @throws if there is none */
export function stateIn(messages: readonly Message[]): State {
  const state = messages.findLast(({ type }) => type === 'STATE')?.value;
  if (!state) throw new Error('expected a STATE message');
  return state;
}

/** Sets the clock of this process. */
export function at(time: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
  onTestFinished(() => void vi.useRealTimers());
}
