import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ConfigurationError } from '../../src/errors/index.ts';
import { resolveOptions } from '../../src/options/client-options.ts';
import type { Env, ServiceOptions } from '../../src/options/environment.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/options.md'), 'utf8');

/** A value for each option and variable that the tables name. */
const values: Readonly<Record<string, string>> = {
  baseUrl: 'https://base.option.example',
  sandboxUrl: 'https://sandbox.option.example',
  token: 'secret-token-option',
  sandboxToken: 'secret-sandbox-token-option',
  PUBLISHER_BASE_URL: 'https://base.variable.example',
  PUBLISHER_SANDBOX_URL: 'https://sandbox.variable.example',
  PUBLISHER_TOKEN: 'secret-token-variable',
  PUBLISHER_SANDBOX_TOKEN: 'secret-sandbox-token-variable',
};
const allVariables = variablesIn(Object.keys(values).join(' '));

/** The rows of the table that begins with a header, as cells. */
function rowsBelow(header: string): string[][] {
  const [, table = ''] = guide.split(`${header}\n`);
  const lines = table.slice(0, table.indexOf('\n\n')).split('\n').slice(1);
  return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}

function valueOf(name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`a table names ${name}`);
  return value;
}

/** The variables that a cell names, with their values. */
function variablesIn(cell: string): Env {
  return Object.fromEntries([...cell.matchAll(/PUBLISHER_\w+/g)].map(([name]) => [name, valueOf(name)]));
}

/** The options that a cell writes as an object, with values for those without one. */
function optionsIn(cell: string): ServiceOptions {
  if (cell === 'none') return {};
  const [, members = ''] = /^`\{ (.+) \}`$/.exec(cell) ?? [];
  return Object.fromEntries(
    members.split(', ').map((member) => {
      const [name = '', literal] = member.split(': ');
      if (literal === undefined) return [name, valueOf(name)];
      return [name, literal === 'undefined' ? undefined : literal.replaceAll("'", '')];
    }),
  );
}

/** What a client would use: an address and a token, or the option that an error names. */
function outcomeOf(options: ServiceOptions, env: Env): readonly string[] {
  try {
    const { baseUrl, token } = resolveOptions(options, env);
    return [baseUrl, String(token.value)];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    expect(`${error.stack ?? ''} ${JSON.stringify(error)}`).not.toContain('secret');
    return ['error', error.option];
  }
}

/** What a cell promises, in the same form. */
function promised(cell: string): readonly string[] {
  const names = [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  return cell.startsWith('error: ') ? ['error', ...names] : names.map(valueOf);
}

const whenAllAreSet = rowsBelow(
  '| options | `PUBLISHER_ENVIRONMENT` is unset, or `production` | `PUBLISHER_ENVIRONMENT` is `sandbox` |',
).flatMap(([, options = '', inProduction = '', inSandbox = '']) => [
  { options, selected: undefined, result: inProduction },
  { options, selected: '', result: inProduction },
  { options, selected: 'production', result: inProduction },
  { options, selected: 'sandbox', result: inSandbox },
]);
const whenSomeAreSet = rowsBelow('| options | variables that are set | result |').map(
  ([, options = '', variables = '', result = '']) => ({ options, variables, result }),
);

test('the tables of addresses and tokens have rows for both environments, with errors', () => {
  expect(whenAllAreSet.length).toBeGreaterThan(100);
  expect(whenSomeAreSet.length).toBeGreaterThan(10);
  expect(whenAllAreSet.filter(({ result }) => result.startsWith('error')).length).toBeGreaterThan(25);
});

test.each(whenAllAreSet)(
  'with all variables set and PUBLISHER_ENVIRONMENT $selected, $options gives $result',
  ({ options, selected, result }) => {
    const env = { ...allVariables, PUBLISHER_ENVIRONMENT: selected };

    expect(outcomeOf(optionsIn(options), env)).toEqual(promised(result));
  },
);

test.each(whenSomeAreSet)('with $variables set, $options gives $result', ({ options, variables, result }) => {
  expect(outcomeOf(optionsIn(options), variablesIn(variables))).toEqual(promised(result));
});
