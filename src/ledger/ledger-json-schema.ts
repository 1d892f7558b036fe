import { ledgerColumns, type LedgerColumn, type LedgerColumnType } from './ledger-columns.ts';

/** A JSON Schema (draft 2020-12) of an object. */
export interface LedgerJsonSchema {
  readonly $schema: string;
  readonly title: string;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

const limits = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

const values: Readonly<Record<LedgerColumnType, Readonly<Record<string, unknown>>>> = {
  timestamp: { type: 'string' },
  string: { type: 'string' },
  integer: { type: 'integer', ...limits },
  decimal: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
  json: { type: 'string', contentMediaType: 'application/json' },
};

/** JSON Schema of a {@link LedgerRow}, derived from {@link ledgerColumns}. */
export const ledgerJsonSchema: LedgerJsonSchema = /* @__PURE__ */ createSchema();

function createSchema(): LedgerJsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Ledger row',
    type: 'object',
    properties: Object.fromEntries(ledgerColumns.map((column) => [column.name, propertyOf(column)])),
    required: ledgerColumns.map(({ name }) => name),
    additionalProperties: false,
  };
}

function propertyOf({ type, unit, nullable, doc }: LedgerColumn): Readonly<Record<string, unknown>> {
  const value = values[type];
  const description = unit === null ? doc : `${doc} (${unit})`;
  return { ...value, ...(nullable && { type: [value['type'], 'null'] }), description };
}
