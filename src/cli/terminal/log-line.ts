import { stripVTControlCharacters } from 'node:util';

import type { MessageLevel } from '../../client/options/logger.ts';
import { UsageError } from './command-error.ts';
import { printedLine } from './format.ts';

const variable = 'PUBLISHER_LOG_FORMAT';

/** Prints a line to stderr, as JSON with its time if PUBLISHER_LOG_FORMAT is `json`. */
export function writeLine(message: string, level: MessageLevel = 'info'): void {
  const line =
    process.env[variable] === 'json'
      ? JSON.stringify({
          time: new Date().toISOString(),
          level,
          message: stripVTControlCharacters(message),
        })
      : printedLine(message);
  process.stderr.write(`${line}\n`);
}

/** Prints what nobody should miss, also with `--quiet`. */
export function warn(message: string): void {
  writeLine(`publisher-commerce: ${message}`, 'warn');
}

/** Prints why a command failed. */
export function fail(message: string): void {
  writeLine(`publisher-commerce: ${message}`, 'error');
}

/** @throws UsageError unless the variable has a format */
export function checkLogFormat(env: NodeJS.ProcessEnv): void {
  if (['json', 'text', '', undefined].includes(env[variable])) return;
  throw new UsageError(`${variable}: must be "json" or "text"`);
}
