import { expect, test } from 'vitest';

import { CallbackError } from '../../../src/callbacks/index.ts';
import { printable, printableLines } from '../../../src/client/errors/printable.ts';
import {
  ConfigurationError,
  InvalidRequestError,
  PaginationError,
  ResponseValidationError,
} from '../../../src/client/index.ts';

const escapes: readonly (readonly [string, string, string])[] = [
  ['NUL', '\u0000', String.raw`\u0000`],
  ['a tab', '\t', String.raw`\t`],
  ['a line feed', '\n', String.raw`\n`],
  ['ESC', '\u001b', String.raw`\u001b`],
  ['DEL', '\u007f', String.raw`\u007f`],
  ['CSI, of C1', '\u009b', String.raw`\u009b`],
  ['an Arabic letter mark', '\u061c', String.raw`\u061c`],
  ['a left-to-right mark', '\u200e', String.raw`\u200e`],
  ['a line separator', '\u2028', String.raw`\u2028`],
  ['a right-to-left override', '\u202e', String.raw`\u202e`],
  ['an isolate', '\u2066', String.raw`\u2066`],
  ['the end of an isolate', '\u2069', String.raw`\u2069`],
  ['the first half of a surrogate pair', '\uD83D', String.raw`\ud83d`],
  ['the noncharacter U+FFFE', '\uFFFE', String.raw`\ufffe`],
];

test.each(escapes)('%s is escaped', (_, character, escape) => {
  expect(printable(`a${character}b`)).toBe(`a${escape}b`);
});

test('other characters stay as they are', () => {
  const text = 'Größe 10 € “quoted” 日本語 שלום 👩‍👧 \\ \u00a0\u200b';

  expect(printable(text)).toBe(text);
  expect(printableLines(text)).toBe(text);
});

test('of several lines only the line feeds are kept', () => {
  expect(printableLines('one\n  two\r\n\u001b[31mthree')).toBe(
    String.raw`one` + '\n' + String.raw`  two\r` + '\n' + String.raw`\u001b[31mthree`,
  );
});

test('a string is cut where it is too long', () => {
  expect(printable('abcdef', 6)).toBe('abcdef');
  expect(printable('abcdefg', 6)).toBe('abcdef…');
  expect(printable('abcde\u{1F600}f', 7)).toBe('abcde\u{1F600}…');
  expect(printable('abcde\u{1F600}f', 6)).toBe('abcde…');
});

const hostile = 'a\r\nERROR forged \u001b[2J\u009b\u202e\u2028b';
const harmless = String.raw`a\r\nERROR forged \u001b[2J\u009b\u202e\u2028b`;

test.each([
  ['ConfigurationError', () => new ConfigurationError(hostile)],
  ['InvalidRequestError', () => new InvalidRequestError(hostile)],
  ['PaginationError', () => new PaginationError(hostile)],
  [
    'ResponseValidationError',
    () => new ResponseValidationError(hostile, { status: 200, issues: [{ path: '', message: hostile }] }),
  ],
  ['CallbackError', () => new CallbackError(hostile, { reason: 'body_invalid' })],
])('the message and the stack of a %s hold no control character', (_, build) => {
  const { message, stack = '' } = build();

  expect(message).toContain(harmless);
  expect(stack.split('\n')[0]).toContain(harmless);
  expect(stack).not.toContain('\n' + 'ERROR forged');
});

test.each([
  [
    'ResponseValidationError',
    (path: string) => new ResponseValidationError('m', { status: 200, issues: [{ path, message: path }] }),
  ],
  [
    'CallbackError',
    (path: string) => new CallbackError('m', { reason: 'body_invalid', issues: [{ path, message: path }] }),
  ],
])('the issues of a %s are short and hold no control character', (_, build) => {
  expect(build(hostile).issues).toEqual([{ path: harmless, message: harmless }]);
  const [issue] = build('k'.repeat(1_000_000)).issues;
  expect(issue).toEqual({ path: `${'k'.repeat(200)}…`, message: `${'k'.repeat(500)}…` });
});

test('a message is cut at 10 000 characters', () => {
  expect(new PaginationError('x'.repeat(1_000_000), {}).message).toBe(`${'x'.repeat(10_000)}…`);
});
