import * as z from 'zod';

import { inputObject } from '../../../client/api/input-object.ts';
import { arrayInput, integerBetween, ruleMessage, stringInput } from '../../../client/api/input.ts';
import { utcDay } from '../../../client/api/utc-range.ts';
import { type CurrencyDigits, formatCurrencyDigits } from '../../../client/money/currency-digits.ts';
import { mayNotReceive, settings, variables } from '../../../client/options/environment.ts';
import { columnChoiceProblem } from '../../../ledger/column-choice.ts';
import { fingerprintOf } from '../../../shared/hash-value.ts';
import { readJsonFile } from '../../files/json-file.ts';
import { durationParser, parseCurrencyDigits, parseTime, zeroOr } from '../../flags/parsers.ts';
import { createHashValue } from '../../ledger-files/export-settings.ts';
import { connect, type Connection } from '../../service/connection.ts';
import { UsageError } from '../../terminal/command-error.ts';
import type { TapFlags } from './flags.ts';
import type { RowSettings } from './state.ts';

const environments = ['production', 'sandbox'] as const;
const columns = arrayInput(stringInput('customer_email'), '"customer_email"').default([]);

const configSchema = inputObject('{ "start_date": "2026-01-01" }', {
  base_url: z.url({ error: ruleMessage('an absolute URL') }).optional(),
  token: stringInput('your-token').optional(),
  environment: z.enum(environments, { error: ruleMessage(environments.join(' or ')) }).optional(),
  /** The first day that is read: its start. */
  start_date: readBy((value) => utcDay('today', new Date(parseTime(value))).startDate),
  /** How much of what was read is read again, for late rows, in milliseconds. */
  look_back: readBy(zeroOr(durationParser(366))).prefault('2d'),
  /** Rows a page. */
  limit: integerBetween(1, 10_000).default(10_000),
  currency_digits: readBy(parseCurrencyDigits).optional(),
  drop: columns,
  hash: columns,
}).superRefine((config, context) => {
  const problem = columnChoiceProblem(config);
  if (problem) context.addIssue({ code: 'custom', path: [problem.option], message: problem.rule });
});

/** The settings of a tap, with their defaults. */
export type TapConfig = Readonly<z.output<typeof configSchema>>;

/** Returns the schema of a string that the parser of a flag reads. */
function readBy<T>(parse: (value: string) => T) {
  return z.string({ error: ruleMessage('a string') }).transform((value, context) => {
    try {
      return parse(value);
    } catch (error) {
      context.addIssue(error instanceof Error ? error.message : String(error));
      return z.NEVER;
    }
  });
}

/** Reads the file of `--config`. @throws UsageError naming the setting that is invalid */
export function readTapConfig(path: string): Promise<TapConfig> {
  return readJsonFile('config', path, configSchema);
}

/** Returns what of the settings decides about the columns of a transaction. @throws UsageError if the key of `hash` is missing */
export function rowSettingsOf(
  { drop, hash }: TapConfig,
  digits: CurrencyDigits,
  env: NodeJS.ProcessEnv,
): RowSettings {
  return {
    currency_digits: formatCurrencyDigits(digits),
    drop: drop.toSorted(),
    hash: hash.toSorted(),
    hash_key: hash.length === 0 ? null : fingerprintOf(createHashValue(env)),
  };
}

/** Opens the service: what the config says of it takes precedence over the variables. @throws UsageError */
export function openService({ base_url: url, token, environment }: TapConfig, flags: TapFlags): Connection {
  const isSandbox = (environment ?? process.env['PUBLISHER_ENVIRONMENT']) === 'sandbox';
  const { urls, tokens } = settings[isSandbox ? 'sandbox' : 'production'];
  const urlVariable = variables[urls[0]];
  // As in the client: the token of a variable belongs to the host of the variable beside it.
  const isOfOtherHost = url !== undefined && mayNotReceive(url, process.env[urlVariable]);
  if (isOfOtherHost && token === undefined)
    throw new UsageError(
      `token: is required, because base_url is of another host than ${urlVariable}: ${variables[tokens[0]]} is not sent to it`,
    );
  if (url !== undefined) process.env[urlVariable] = url;
  if (token !== undefined) process.env[variables[tokens[0]]] = token;
  return connect({ ...flags, environment });
}
