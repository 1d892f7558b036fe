// Runs an example by its name: node examples/run.ts NAME [options]. `npm run example` builds first.
import { PublisherError } from 'publisher-commerce';

import { InputError } from './support/input-error.ts';

const examples: Readonly<Record<string, { readonly file: string; readonly about: string }>> = {
  export: { file: 'export-transactions', about: 'a month of transactions to JSON lines, with a receipt' },
  'nightly-sync': { file: 'nightly-sync', about: 'new transactions into SQLite, each row once' },
  postgres: { file: 'postgres', about: 'a month into PostgreSQL with two workers, verified and queried' },
  reconcile: { file: 'reconcile', about: 'a month read twice in different ways, and its sums compared' },
  checkout: { file: 'checkout', about: 'an Express route that sells a cart, and a player who pays' },
  fulfilment: { file: 'fulfilment', about: 'grants each purchase once, and compares grants with the report' },
  personalization: {
    file: 'personalization',
    about: 'refreshes stores after game events, without blocking the game',
  },
  'game-auth-server': {
    file: 'game-auth-server',
    about: 'the endpoint that lets players log in to the web store',
  },
};

const [name] = process.argv.splice(2, 1);
const example = examples[name ?? ''];
if (!example) {
  if (name !== undefined) console.error(`Unknown example ${JSON.stringify(name)}.\n`);
  const list = Object.entries(examples).map(([known, { about }]) => `  ${known.padEnd(18)}${about}`);
  const text = ['node examples/run.ts NAME [options]', '', ...list].join('\n');
  if (name === undefined) console.log(text);
  else console.error(text);
  process.exitCode = name === undefined ? 0 : 1;
} else {
  try {
    await import(`./${example.file}.ts`);
  } catch (error) {
    const missing = missingPackage(error);
    if (missing !== undefined) console.error(`${name}: ${missing} is not installed; see docs/examples.md`);
    else if (isExpected(error)) console.error(`${error.name}: ${error.message}`);
    else throw error;
    process.exitCode = 1;
  }
}

/** The package that an import or `require.resolve` did not find. */
function missingPackage(error: unknown): string | undefined {
  return error instanceof Error
    ? /^Cannot find (?:package|module) '([^./][^']*)'/.exec(error.message)?.[1]
    : undefined;
}

/** Whether a user can fix it: a failed call, a wrong option, a missing file. Anything else is a bug, and shows its stack. */
function isExpected(error: unknown): error is Error {
  if (error instanceof PublisherError || error instanceof InputError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('ERR_PARSE_ARGS') || code === 'ENOENT';
}
