import { exitCode } from './command-error.ts';

/** What every command ends with, in the words of the help. */
const usual = { done: 'done', failed: 'failed', usage: 'wrong usage' };

/** In the help, both signals are one. */
const codes: Readonly<Record<string, number | string>> = {
  ...exitCode,
  interrupted: `${exitCode.interrupted} or ${exitCode.terminated}`,
};

const heading = 'Exit codes: ';

/**
 * Returns the exit codes of a command for its help, in lines of at most 79 columns.
 *
 * @param own What else the command ends with, and its own words for what is usual
 */
export function exitCodes(own: Partial<Record<keyof typeof exitCode, string>> = {}): string {
  const meanings = Object.entries({ ...usual, ...own });
  const line = meanings.map(([name, meaning]) => `${codes[name]} ${meaning}`).join(', ');
  // A code and the first word of its meaning stay on one line.
  const lines = line.match(/\S.{0,66}(?=(?<!\d) |$)/g) ?? [];
  return heading + lines.join(`\n${' '.repeat(heading.length)}`);
}
