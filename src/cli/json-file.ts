import { readFile } from 'node:fs/promises';

import type * as z from 'zod';

import { toInputIssues } from '../client/api/input-object.ts';
import { systemCode, UsageError } from './command-error.ts';

/**
 * Reads the file of JSON that a flag names.
 *
 * @throws UsageError naming the flag and the field; nothing of the file is quoted, because it may have a token
 */
export async function readJsonFile<T>(flag: string, path: string, schema: z.ZodType<T>): Promise<T> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--${flag}: ${path} cannot be read: ${systemCode(error) ?? 'it is not JSON'}`);
  }
  return checkJson(flag, path, schema, content);
}

/** Validates the JSON of a file that a flag names. @throws UsageError naming the flag, the field and its rule */
export function checkJson<T>(flag: string, path: string, schema: z.ZodType<T>, content: unknown): T {
  const { success, data, error } = schema.safeParse(content);
  if (success) return data;
  const [issue] = toInputIssues(error.issues, 'the file');
  throw new UsageError(`--${flag}: ${path}: ${issue?.path}: ${issue?.message}`);
}
