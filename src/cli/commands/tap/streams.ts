import openApi from '../../../client/api/openapi.json' with { type: 'json' };
import { type LedgerColumn, ledgerJsonSchema } from '../../../ledger/index.ts';
import { decimalDigits, ledgerColumns } from '../../../ledger/ledger-columns.ts';
import { moneyColumns } from '../../../ledger/money-fields.ts';

/** A JSON Schema. */
interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Properties;
  readonly items?: JsonSchema;
}

type Properties = Readonly<Record<string, JsonSchema>>;

/** A stream of the tap. */
export interface Stream {
  readonly name: 'transactions' | 'receipt' | 'price_points' | 'offers' | 'translations';
  /** The properties that identify a record: it has them whatever is selected. */
  readonly keys: readonly string[];
  /** The key that it is incremental by; a stream without one is whole each time. */
  readonly replicationKey?: string;
  readonly properties: Properties;
}

const string = { type: 'string' };
const moment = { ...string, format: 'date-time' };
const count = { type: 'integer', minimum: 0 };
/** The format for which targets of the Meltano SDK create a column of decimals; to others it is a string. */
const decimal = { format: 'x-singer.decimal' };
/** A sum of a receipt; 38 digits are what most warehouses have at most. */
const sum = { ...string, pattern: '^-?[0-9]+$', ...decimal, precision: 38, scale: 0 };

/** Returns all streams; `drop` are columns that transactions do not have. */
export function streamsOf(drop: readonly string[]): readonly Stream[] {
  const columns = ledgerColumns.filter(({ name }) => !drop.includes(name));
  const streams: readonly Stream[] = [
    {
      name: 'transactions',
      keys: ['timestamp', 'type', 'transaction_id', 'occurrence'],
      replicationKey: 'timestamp',
      properties: {
        ...Object.fromEntries(columns.map((column) => [column.name, propertyOf(column)])),
        occurrence: count,
      },
    },
    {
      name: 'receipt',
      keys: ['range_start', 'currency_code', 'type'],
      replicationKey: 'range_start',
      properties: {
        ...{ range_start: moment, range_end: moment, currency_code: string, type: string, rows: count },
        ...Object.fromEntries(moneyColumns.map((name) => [name, sum])),
      },
    },
    documented('price_points', 'priceInUsdCents', schemaOf('PricePointRead').properties),
    documented('offers', 'offerId', schemaOf('Offer').properties),
    documented('translations', 'id', {
      ...{ id: string, kind: { ...string, enum: ['static', 'dynamic', null] } },
      ...schemaOf('StaticTranslation').properties,
      ...schemaOf('DynamicTranslation').properties,
    }),
  ];
  return streams.map(withFilledKeys);
}

function propertyOf(column: LedgerColumn): JsonSchema {
  const schema = ledgerJsonSchema.properties[column.name] ?? {};
  return column.type === 'decimal' ? { ...schema, ...decimal, ...decimalDigits(column) } : schema;
}

/** Returns a stream of what the API returns: besides its key, anything may be null or missing. */
function documented(name: Stream['name'], key: string, properties: Properties = {}): Stream {
  return { name, keys: [key], properties: { ...allNullable(properties), [key]: properties[key] ?? {} } };
}

/** The most characters of a key, of which some warehouses need a limit; those of the service have some forty. */
export const longestKey = 500;

/** Returns a stream whose schema says how long keys are, and that none is empty: many targets load an empty string as NULL. */
function withFilledKeys(stream: Stream): Stream {
  const keys = stream.keys.map((key): [string, JsonSchema] => {
    const schema = stream.properties[key] ?? {};
    return [key, schema.type === 'string' ? { ...schema, minLength: 1, maxLength: longestKey } : schema];
  });
  return { ...stream, properties: { ...stream.properties, ...Object.fromEntries(keys) } };
}

function schemaOf(name: string): JsonSchema {
  return (openApi.components.schemas as Properties)[name] ?? {};
}

function allNullable(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, nullable(schema)]));
}

/** Returns a schema that also allows null, without references, which targets do not resolve. */
function nullable({ $ref, type, properties, items, ...rest }: JsonSchema): JsonSchema {
  if ($ref !== undefined) return { ...nullable(schemaOf($ref.replace(/^.*\//, ''))), ...rest };
  return {
    ...rest,
    required: undefined,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(properties && { properties: allNullable(properties) }),
    ...(items && { items: nullable(items) }),
  };
}
