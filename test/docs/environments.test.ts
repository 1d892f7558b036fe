import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ConfigurationError } from '../../src/client/errors/index.ts';
import { resolveOptions } from '../../src/client/options/client-options.ts';
import type { Env, ServiceOptions } from '../../src/client/options/environment.ts';

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

/** The rows of the table of the guide that begins with a header, as cells without backticks. */
function rowsBelow(header: string): string[][] {
  const [, table = ''] = guide.split(`${header}\n`);
  const [, ...lines] = table.slice(0, table.indexOf('\n\n')).split('\n');
  return cellsOf(lines.join('\n'));
}

/** The cells of the rows of a table, without backticks. */
function cellsOf(rows: string): string[][] {
  return rows
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.replaceAll('`', '').split('|');
      return cells.slice(1, -1).map((cell) => cell.trim());
    });
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
  const [, members = ''] = /^\{ (.+) \}$/.exec(cell) ?? [];
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
  const [, option] = /^error: (\w+)$/.exec(cell) ?? [];
  return option === undefined ? cell.split(', ').map(valueOf) : ['error', option];
}

/** What the guide leaves to its rules, with all variables set: the options, and the results of both environments. */
const further = cellsOf(`
| { sandboxToken } | error: sandboxToken | PUBLISHER_SANDBOX_URL, sandboxToken |
| { baseUrl } | baseUrl, PUBLISHER_TOKEN | error: baseUrl |
| { baseUrl, token, sandboxToken } | baseUrl, token | error: baseUrl |
| { sandboxUrl } | error: sandboxUrl | sandboxUrl, PUBLISHER_SANDBOX_TOKEN |
| { sandboxUrl, token } | error: sandboxUrl | sandboxUrl, token |
| { baseUrl, sandboxUrl } | baseUrl, PUBLISHER_TOKEN | sandboxUrl, PUBLISHER_SANDBOX_TOKEN |
| { baseUrl, sandboxUrl, token } | baseUrl, token | sandboxUrl, token |
| { baseUrl, sandboxUrl, sandboxToken } | baseUrl, PUBLISHER_TOKEN | sandboxUrl, sandboxToken |
| { environment: 'production' } | PUBLISHER_BASE_URL, PUBLISHER_TOKEN | PUBLISHER_BASE_URL, PUBLISHER_TOKEN |
| { environment: 'production', baseUrl, token } | baseUrl, token | baseUrl, token |
| { environment: 'production', sandboxUrl, sandboxToken } | PUBLISHER_BASE_URL, PUBLISHER_TOKEN | PUBLISHER_BASE_URL, PUBLISHER_TOKEN |
| { environment: 'sandbox', token } | PUBLISHER_SANDBOX_URL, token | PUBLISHER_SANDBOX_URL, token |
| { environment: 'sandbox', sandboxToken } | PUBLISHER_SANDBOX_URL, sandboxToken | PUBLISHER_SANDBOX_URL, sandboxToken |
| { environment: 'sandbox', baseUrl } | PUBLISHER_SANDBOX_URL, PUBLISHER_SANDBOX_TOKEN | PUBLISHER_SANDBOX_URL, PUBLISHER_SANDBOX_TOKEN |
| { baseUrl: undefined, token: undefined } | PUBLISHER_BASE_URL, PUBLISHER_TOKEN | PUBLISHER_SANDBOX_URL, PUBLISHER_SANDBOX_TOKEN |
| { baseUrl: undefined, token } | error: baseUrl | PUBLISHER_SANDBOX_URL, token |
| { sandboxUrl: undefined, sandboxToken } | error: sandboxToken | error: sandboxUrl |
| { sandboxUrl, sandboxToken: undefined } | error: sandboxUrl | error: sandboxToken |`);

/** The options, the variables that are set, and the result. */
const whenSomeAreSet = cellsOf(`
| none | none | error: baseUrl |
| none | PUBLISHER_BASE_URL | error: token |
| none | PUBLISHER_SANDBOX_URL, PUBLISHER_SANDBOX_TOKEN | error: baseUrl |
| { baseUrl, token } | none | baseUrl, token |
| { sandboxUrl, token } | none | error: sandboxUrl |
| { environment: 'sandbox', sandboxUrl, token } | none | sandboxUrl, token |
| { environment: 'sandbox', baseUrl, token } | none | error: sandboxUrl |
| { environment: 'sandbox', sandboxUrl } | none | error: sandboxToken |
| { environment: 'sandbox' } | PUBLISHER_BASE_URL, PUBLISHER_TOKEN | error: sandboxUrl |
| { environment: 'sandbox' } | PUBLISHER_SANDBOX_URL, PUBLISHER_TOKEN | PUBLISHER_SANDBOX_URL, PUBLISHER_TOKEN |
| { environment: 'sandbox', sandboxUrl, sandboxToken: undefined } | PUBLISHER_TOKEN | error: sandboxToken |
`).map(([options = '', variables = '', result = '']) => ({ options, variables, result }));
const documented = rowsBelow(
  '| options | `PUBLISHER_ENVIRONMENT` is unset, or `production` | `PUBLISHER_ENVIRONMENT` is `sandbox` |',
);
const whenAllAreSet = [...documented, ...further].flatMap(
  ([options = '', inProduction = '', inSandbox = '']) => [
    { options, selected: undefined, result: inProduction },
    { options, selected: '', result: inProduction },
    { options, selected: 'production', result: inProduction },
    { options, selected: 'sandbox', result: inSandbox },
  ],
);

test('the tables of addresses and tokens have rows for both environments, with errors', () => {
  expect(documented.length).toBeGreaterThan(7);
  expect(documented.flat().filter((cell) => cell.startsWith('error')).length).toBeGreaterThan(3);
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
