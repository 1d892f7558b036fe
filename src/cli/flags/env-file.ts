import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { Option } from '@commander-js/extra-typings';

import type { variables } from '../../client/options/environment.ts';
import { decodeMarked } from '../../shared/files/marked-text.ts';
import { UsageError } from '../terminal/command-error.ts';

/** Names a file of environment variables; {@link readEnvFile} reads it. */
export const envFileFlag = new Option(
  '--env-file <file>',
  'read environment variables from this file, instead of those of the shell',
);

/** What each variable of the service is. Their names are typed again: the help of a command loads no client. */
const kinds: Readonly<Record<(typeof variables)[keyof typeof variables], 'address' | 'token'>> = {
  PUBLISHER_BASE_URL: 'address',
  PUBLISHER_SANDBOX_URL: 'address',
  PUBLISHER_TOKEN: 'token',
  PUBLISHER_SANDBOX_TOKEN: 'token',
};
const namesOf = (kind: 'address' | 'token'): readonly string[] =>
  Object.entries(kinds).flatMap(([name, own]) => (own === kind ? [name] : []));
const [addresses, tokens] = [namesOf('address'), namesOf('token')];
/** What says whose ledger it is, besides the address. */
const identity = [...tokens, 'PUBLISHER_SOURCE', 'PUBLISHER_ENVIRONMENT'];

/**
 * Sets the environment variables of a file. One with an address or a token is the whole identity: the shell's token, source
 * and environment do not count, and its address only if the file has none. Returns the variables of the shell that have
 * another value, and do not count.
 *
 * @throws UsageError if the file cannot be read
 */
export function readEnvFile(file: string, env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const given = variablesOf(file);
  const has = (names: readonly string[]): boolean => names.some((name) => name in given);
  const isIdentity = has([...addresses, ...tokens]);
  const replaced = [...(isIdentity ? identity : []), ...(has(addresses) ? addresses : [])];
  const names = [...new Set([...replaced, ...Object.keys(given)])];
  const unread = names.filter((name) => (env[name] ?? '') !== '' && env[name] !== given[name]);
  for (const name of replaced) Reflect.deleteProperty(env, name);
  Object.assign(env, given);
  return unread;
}

/** An empty value counts as one that is not set. */
function variablesOf(file: string): Readonly<Record<string, string>> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    throw new UsageError(`--env-file: ${file} cannot be read`);
  }
  const entries = Object.entries(parseEnv(decodeMarked(bytes)));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}
