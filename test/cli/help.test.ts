import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { commands } from '../../src/cli/commands.ts';
import { operations } from '../../src/client/api/operations.ts';
import { runHere } from './run-here.ts';

const loads = ['plan', 'work', 'sync', 'status', 'verify', 'erase'].map((name) => `load ${name}`);
const calls = operations.map(({ name }) => `call ${name}`);
const triggers = [
  ...['buy', 'pay', 'decline', 'cancel', 'authenticate', 'refund', 'dispute', 'reinstate'],
  ...['game-auth', 'personalize', 'repeat', 'fault', 'remove-faults', 'advance', 'reset'],
].map((name) => `trigger ${name}`);
const prices = ['pull', 'plan', 'show', 'apply', 'undo'].map((name) => `prices ${name}`);
const translations = ['pull', 'status', 'check', 'plan', 'show', 'apply', 'undo'].map(
  (name) => `translations ${name}`,
);
const content = translations.map((name) => name.replace('translations', 'content'));
const subcommands = [
  ...loads,
  ...calls,
  ...triggers,
  ...prices,
  ...translations,
  ...content,
  'promo-codes create',
];
/** Their help is that of their subcommands. */
const groups = ['load', 'call', 'prices', 'translations', 'content', 'promo-codes'];
const names = commands.map(({ name }) => name);

test.each(['--help', ...[...names, ...subcommands].map((name) => `${name} --help`)])(
  '%s fits in 80 columns',
  async (line) => {
    const { code, out, err } = await runHere(line.split(' '));

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Usage: publisher-commerce');
    // The name of an operation may take more alone.
    const lines = out.split('\n').filter((line) => !line.includes('call personalization'));
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  },
);

test.each([...names.filter((name) => !groups.includes(name)), ...subcommands])(
  'the help of %s says in a sentence what it does, and has exit codes and an example',
  async (name) => {
    const { out } = await runHere([...name.split(' '), '--help']);

    expect(out).toMatch(new RegExp(`^Usage: publisher-commerce ${name} .*\n\n[A-Z][^.]+\\.\\s`));
    expect(out).toContain('\nExit codes: 0 ');
    expect(out).toMatch(new RegExp(`\nExamples?:\n  publisher-commerce ${name}`));
  },
);

test('the words of all helps are those of help.txt, where each line stands once', async () => {
  const lines = new Set<string>();
  for (const line of ['', ...names, ...subcommands]) {
    const { out } = await runHere([...line.split(' ').filter((word) => word !== ''), '--help']);
    for (const text of out.split('\n')) lines.add(text);
  }

  await expect([...lines].filter((line) => line !== '').join('\n')).toMatchFileSnapshot('help.txt');
});

test.each(triggers)('%s has --currency-digits if it prints amounts', async (line) => {
  const { out } = await runHere([...line.split(' '), '--help']);

  const withAmounts = ['pay', 'decline', 'cancel', 'authenticate', 'refund', 'dispute', 'reinstate', 'buy'];
  expect(out.includes('--currency-digits')).toBe(withAmounts.includes(line.replace('trigger ', '')));
});

test.each([...groups, 'trigger'])('%s alone prints its help', async (name) => {
  const alone = await runHere([name]);

  expect(alone).toEqual(await runHere([name, '--help']));
  expect(alone.code).toBe(0);
});

test.each([...names, ...subcommands])('help %s prints its help', async (name) => {
  expect(await runHere(['help', ...name.split(' ')])).toEqual(await runHere([...name.split(' '), '--help']));
});

test('the help of an unknown command of load is an error that lists them', async () => {
  const { code, err } = await runHere(['help', 'load', 'plans']);

  expect(code).toBe(2);
  expect(err).toContain(
    "unknown command 'plans'. Commands: plan, work, sync, recount, status, verify, acknowledge, erase\n",
  );
});

test.each(names)('the help of %s names its guide in the package', async (name) => {
  const { out } = await runHere([name, '--help']);

  const [, page = ''] = /^Guide: node_modules\/publisher-commerce\/(docs\/[\w-]+\.md)$/m.exec(out) ?? [];
  expect(page).not.toBe('');
  expect(existsSync(join(import.meta.dirname, '../..', page))).toBe(true);
});
