import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

import type { OperationInput } from '../../../client/api/operation.ts';
import { decodeMarked } from '../../../shared/files/marked-text.ts';
import { reasonOf, UsageError } from '../../terminal/command-error.ts';
import type { Described, Parameter, ValueSchema } from './described.ts';

/** The flags that make the input of a call. Those of its parameters have their names. */
export interface InputFlags {
  /** A file of JSON, or `-` for stdin. */
  readonly body?: string;
  /** `name=value`. */
  readonly field?: readonly string[];
}

/** Returns the input of a call, which the client validates. @throws UsageError if the body cannot be read */
export async function callInputOf(
  { parameters, body }: Described,
  flags: InputFlags,
): Promise<Required<OperationInput>> {
  const typed = new Map<string, unknown>(Object.entries(flags));
  const valuesIn = (place: Parameter['in']): object =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && typed.has(parameter.name))
        .map(({ name, schema }) => [name, typedValue(schema, String(typed.get(name)))]),
    );
  return {
    params: valuesIn('path'),
    query: valuesIn('query'),
    body:
      body &&
      (flags.body === undefined ? bodyOfFields(body.properties, flags.field) : await readBody(flags.body)),
  };
}

/** Returns a value of the type of its schema; what is none stays a string, for the message of its rule. */
function typedValue({ type }: ValueSchema, value: string): unknown {
  if (type === 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return type === 'array' ? value.split(',') : value;
  }
}

function bodyOfFields(
  schemas: Readonly<Record<string, ValueSchema>>,
  fields: readonly string[] = [],
): object {
  return Object.fromEntries(
    fields.map((field) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(field) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError('--field: must be a name and a value, for example title=Willkommen');
      const typed = typedValue(schemas[name] ?? {}, value);
      if (typeof typed === 'string' && /^[{[]/.test(value) && schemas[name]?.type !== 'string')
        throw new UsageError(`--field: ${name} is not JSON, which has its names in quotes: {"sku":"gems"}`);
      return [name, typed];
    }),
  );
}

async function readBody(file: string): Promise<unknown> {
  const what = file === '-' ? 'stdin' : file;
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch((error: unknown) => {
    throw new UsageError(`--body: ${what} cannot be read: ${reasonOf(error)}`);
  });
  try {
    return JSON.parse(decodeMarked(bytes));
  } catch {
    throw new UsageError(`--body: ${what} is not JSON`);
  }
}
