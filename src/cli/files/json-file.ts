import { readFile } from 'node:fs/promises';

import type * as z from 'zod';

import { toInputIssues } from '../../client/api/input-object.ts';
import { decodeMarked } from '../../shared/files/marked-text.ts';
import { reasonOf, UsageError } from '../terminal/command-error.ts';

/** Reads and validates the file of JSON that a flag names. @throws UsageError naming the flag and the field */
export async function readJsonFile<T>(flag: string, path: string, schema: z.ZodType<T>): Promise<T> {
  return checkJson(flag, path, schema, await readJson(flag, path));
}

/**
 * Reads the file of JSON that a flag names.
 *
 * @param ofEmpty What an empty file means; without it, none is JSON
 * @throws UsageError naming the flag, never quoting the file: it may have a token
 */
export async function readJson(flag: string, path: string, ofEmpty?: object): Promise<unknown> {
  try {
    const content = decodeMarked(await readFile(path));
    return ofEmpty && content.trim() === '' ? ofEmpty : JSON.parse(content);
  } catch (error) {
    throw new UsageError(
      `--${flag}: ${path} cannot be read: ${error instanceof SyntaxError ? 'it is not JSON' : reasonOf(error)}`,
    );
  }
}

/** Validates the JSON of a file that a flag names. @throws UsageError naming the flag, the field and its rule */
export function checkJson<T>(flag: string, path: string, schema: z.ZodType<T>, content: unknown): T {
  const { success, data, error } = schema.safeParse(content);
  if (success) return data;
  const [issue] = toInputIssues(error.issues, 'the file');
  throw new UsageError(`--${flag}: ${path}: ${issue?.path}: ${issue?.message}`);
}
