import { type Command, Help, Option } from '@commander-js/extra-typings';

import type { AnyOperation } from '../../../client/api/operation.ts';
import { operations } from '../../../client/api/operations.ts';
import { documentedErrors } from '../../../client/errors/documented-errors.ts';
import { flagOf } from '../../flags/flags.ts';
import { parseList, parseTime } from '../../flags/parsers.ts';
import { addBatchFlags } from '../../flags/request-options.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { type Described, describedOperation, recordingCommandOf } from './described.ts';

const codes = exitCodes({ failed: 'failed: the message says whether the change was made' });

/** All operations, and what their flags and help are made of. */
export const describedOperations = operations.map((operation) => ({
  operation,
  described: describedOperation(operation),
}));

/** A line for each operation: the names alone take half of it. */
const lines = describedOperations
  .map(({ operation, described }) => `  ${operation.name}: ${described.summary}`)
  .map((line) => (line.length > 79 ? `${line.slice(0, 78)}…` : line));

const more = `
Operations:
${lines.join('\n')}

It prints the response, byte for byte; at a terminal, with escapes in place of
control characters. What changes something asks first.

${codes}

Examples:
  publisher-commerce call pricePoints.get --price-in-usd-cents 999
  publisher-commerce call transactions.list --help
  publisher-commerce call offers.list --page-all | jq .offerId
`;

/** `call`: calls an operation of the API. */
export function declareCall(command: Command) {
  return command
    .description('Calls an operation of the API, and prints the response.')
    .configureHelp({ visibleCommands: () => [] })
    .addHelpText('after', more);
}

/** The operations whose rows are on several pages. */
const paged: readonly string[] = ['transactions.list', 'offers.list'];

/** A subcommand for each operation. */
export function declareOperation(command: Command, operation: AnyOperation, described: Described) {
  const { summary, parameters, body } = described;
  command.description(`${summary}.`);
  for (const { name, schema, required, description: what } of parameters) {
    const values = schema.enum === undefined ? '' : ` (${schema.enum.join(', ')})`;
    const flag = `${flagOf(name)} <${schema.type === 'array' ? 'list' : (schema.type ?? 'value')}>`;
    const help = `${withoutPeriod(what)}${values}${required ? ' (required)' : ''}`;
    if (schema.format === 'date-time') command.option(flag, help, parseTime);
    else command.option(flag, help);
  }
  if (body) {
    command
      .addOption(new Option('--body <file>', 'JSON of the body, or - for stdin').conflicts('field'))
      .addOption(new Option('--field <name=value>', 'a field of the body; repeatable').argParser(parseList));
  }
  if (paged.includes(operation.name))
    command.option('--page-all', 'print the rows of all pages, each as a line of JSON');
  if (operation.effect !== 'read') command.option('--yes', 'send it without a question');
  return addBatchFlags(command).addHelpText('after', helpOf(operation, described));
}

function helpOf(operation: AnyOperation, { body, parameters }: Described): string {
  const { name, errors, section } = operation;
  const fields = Object.entries(body?.properties ?? {}).map(([field, { description = '' }]) => [
    field,
    `${withoutPeriod(description)}${body?.required?.includes(field) ? ' (required)' : ''}`,
  ]);
  const documented = documentedErrors
    .filter(({ family, sections }) => family === errors && sections.includes(section))
    .map(({ status, reason, message }) => [`${status} ${reason}`, message]);
  const flags = parameters
    .filter(({ example }) => example !== undefined)
    .map((one) => `${flagOf(one.name)} ${one.example}`)
    .concat(body ? '--body body.json' : []);
  const example = [`  publisher-commerce call ${name}`, ...flags].join(' \\\n    ');
  const change = recordingCommandOf(operation);
  return [
    ...part('Fields of the body:', table(fields)),
    ...part('Documented errors:', table(documented)),
    ...part(
      'With a file that says what was sent:',
      change === undefined ? [] : [`  publisher-commerce ${change}`],
    ),
    '',
    codes,
    ...part('Example:', [example]),
    ...part('body.json, for example:', body ? [JSON.stringify(body.example, null, 2)] : []),
    '',
  ].join('\n');
}

/** Lines of a name and what it is, as the options above them. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const help = Object.assign(new Help(), { helpWidth: 80 });
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', what = '']) => help.formatItem(name, width, what, help));
}

function part(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines];
}

function withoutPeriod(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
