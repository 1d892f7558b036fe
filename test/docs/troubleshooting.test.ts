import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { documentedErrors } from '../../src/api/documented-errors.ts';
import { exitCode } from '../../src/cli/command-error.ts';
import { quotedMessages } from './quoted-messages.ts';
import { createdErrors, createLookup, parseSources, problemsIn, unionOf } from './source-messages.ts';

const docs = join(import.meta.dirname, '../../docs');
const sources = parseSources();
const messages = quotedMessages();

/** The constant parts of a message that the page quotes. */
function partsOf(message: string): readonly string[] {
  return message.split('…').filter((part) => /[a-z]/i.test(part));
}

test('every message that the page quotes is one of the sources, so that a reworded one is noticed', () => {
  const isInSources = createLookup(sources);
  const unknown = messages.filter((message) => !partsOf(message).every(isInSources));

  expect(messages.length).toBeGreaterThan(150);
  expect(unknown).toEqual([]);
  // Shorter ones would be found in any file.
  expect(messages.filter((message) => partsOf(message).join('').length < 12)).toEqual([]);
});

/** Errors whose messages tell a user what to do. Those about a single option or flag share a row. */
const namedBySubject = ['ConfigurationError', 'InvalidRequestError', 'InvalidAmountError', 'UsageError'];
/** They never leave the package, or are shown in the message of another error. */
const internal = [
  'BudgetError',
  'InterruptedError',
  'LostJobError',
  'MissingReceiptError',
  'RangeError',
  'TypeError',
  'UnreadableFileError',
  'UnreliableCountsError',
];
/** What a bug of this package throws, and what follows the message of another error. */
const besides = [
  'nextCursor is',
  'rows were deleted while they were replaced',
  "The sandbox's sessions and purchases are at",
  'Check the user, and the password in the URL, PGPASSWORD or .pgpass',
];
const hasWords = /[a-z]+ [a-z]+/i;

/** Whether the page has a part of one of these strings; codes do not count. */
function isListed(strings: readonly (readonly string[])[]): boolean {
  const quoted = [...besides, ...messages].flatMap(partsOf).filter((part) => hasWords.test(part));
  const own = strings.flat().filter((part) => hasWords.test(part));
  return own.some((part) => {
    const words = part.replaceAll(/^\W+|\W+$/g, '');
    return quoted.some((text) => part.includes(text.trim()) || text.includes(words));
  });
}

test('every error of a call, a command, a load, a callback or a sandbox is on the page', () => {
  const created = sources
    .flatMap((file) => createdErrors(file))
    .filter(({ name }) => name.endsWith('Error') && name !== 'Error')
    .filter(({ name }) => ![...namedBySubject, ...internal].includes(name))
    // Without a message here, it is passed on.
    .filter(({ messages: strings }) => strings.flat().some((part) => hasWords.test(part)));

  expect(created.length).toBeGreaterThan(50);
  expect(created.filter((error) => !isListed(error.messages))).toEqual([]);
});

test('every problem that doctor finds is on the page', () => {
  const problems = sources
    .filter(({ fileName }) => fileName.startsWith('cli/doctor/checks/'))
    .flatMap((file) => problemsIn(file))
    // Without words of its own, it shows an error.
    .filter((strings) => strings.flat().some((part) => hasWords.test(part)));

  expect(problems.length).toBeGreaterThan(10);
  expect(problems.filter((strings) => !isListed(strings))).toEqual([]);
});

test('every documented message of the service is on the page', () => {
  const quoted = messages.map(partsOf);
  const missing = documentedErrors
    .map(({ message, body }) => body ?? message)
    .filter(
      (message) =>
        !quoted.some((parts) => parts.every((part) => message.includes(part) || part.startsWith(message))),
    );

  expect(documentedErrors.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});

const errorCodes = [
  ...unionOf('errors/publisher-error.ts', 'ErrorCode'),
  ...unionOf('errors/publisher-error.ts', 'EntryErrorCode'),
];
/** The codes of the command that are not those of an error. */
const commandCodes = sources
  .flatMap((file) => createdErrors(file))
  .filter(({ name, file }) => name === 'CommandError' && file.startsWith('cli/'))
  .flatMap(({ messages: [code = []] }) => code)
  .filter((code) => /^[a-z]+(?:_[a-z]+)*$/.test(code));
const receiptProblems = sources
  .filter(({ fileName }) => fileName === 'ledger/create-receipt.ts')
  .flatMap(({ text }) => [...text.matchAll(/\bcode: '(\w+)'/g)].map(([, code = '']) => code));

test.each([
  { what: 'code of an error', page: 'errors.md', least: 20, values: errorCodes },
  {
    what: 'reason of an ApiError',
    page: 'errors.md',
    least: 15,
    values: unionOf('errors/api-error.ts', 'ApiErrorReason'),
  },
  { what: 'outcome', page: 'errors.md', least: 4, values: unionOf('errors/publisher-error.ts', 'Outcome') },
  {
    what: 'reason of a CallbackError',
    page: 'callbacks.md',
    least: 20,
    values: unionOf('callbacks/callback-error.ts', 'CallbackErrorReason'),
  },
  {
    what: 'reason of a CallbackError',
    page: 'troubleshooting.md',
    least: 20,
    values: unionOf('callbacks/callback-error.ts', 'CallbackErrorReason'),
  },
  {
    what: 'reason of a DatabaseError',
    page: 'troubleshooting.md',
    least: 8,
    values: unionOf('postgres/database/database-error.ts', 'DatabaseErrorReason'),
  },
  {
    what: 'code of a command',
    page: 'troubleshooting.md',
    least: 15,
    values: ['usage', 'disk_full', ...commandCodes],
  },
  { what: 'problem of a receipt', page: 'troubleshooting.md', least: 5, values: receiptProblems },
])('every $what is on $page', ({ page, least, values }) => {
  const text = readFileSync(join(docs, page), 'utf8');
  const unique = [...new Set(values)];

  expect(unique.length).toBeGreaterThanOrEqual(least);
  expect(unique.filter((value) => !text.includes(`\`${value}\``))).toEqual([]);
});

test.each(['export.md', 'troubleshooting.md'])('%s has every exit code', (page) => {
  const text = readFileSync(join(docs, page), 'utf8');
  const codes = Object.values(exitCode).filter((code) => code !== exitCode.done);

  expect(codes.length).toBeGreaterThan(4);
  expect(codes.filter((code) => !new RegExp(`^\\|.*\\b${code}\\b.*\\|$`, 'm').test(text))).toEqual([]);
});
