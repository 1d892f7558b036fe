import { readFile } from 'node:fs/promises';

import { CsvError } from 'csv-parse';

import { decodeMarked } from '../../shared/files/marked-text.ts';
import { UnreadableFileError } from '../files/unreadable-file.ts';
import { CommandError, exitCode, type ExitCode, reasonOf, systemCode } from '../terminal/command-error.ts';
import { openContainer } from './container.ts';
import type { Table, TableFormat } from './table.ts';

/** Opens a file. Only the libraries of its format are loaded. @throws UsageError naming the flag that does not fit it */
export async function openTable(format: TableFormat): Promise<Table> {
  const text = await openContainer(format.path);
  return text === undefined
    ? (await import('./xlsx-table.ts')).openXlsxTable(format)
    : (await import('./csv-table.ts')).openCsvTable(format, text);
}

/** Reads a file of text, to which an editor may have added a byte order mark. @throws CommandError if it cannot be read */
export async function readText(path: string): Promise<string> {
  return decodeMarked(await readable(path, () => readFile(path)));
}

/** Calls a function that reads a file. @throws CommandError, with this exit code, if it cannot be read */
export async function readable<Result>(
  path: string,
  read: () => Promise<Result>,
  exit: ExitCode = exitCode.usage,
): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    const isOfFile = error instanceof UnreadableFileError || error instanceof CsvError;
    if (!(error instanceof Error) || (!isOfFile && systemCode(error) === undefined)) throw error;
    throw new CommandError('unreadable', `${path}: cannot be read: ${reasonOf(error)}`, exit);
  }
}
