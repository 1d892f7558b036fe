/** A message of the Singer specification, as far as a target reads it. */
export interface SingerMessage {
  readonly type: string;
  readonly stream?: string;
  readonly schema?: { readonly properties: Readonly<Record<string, Property>> };
  readonly key_properties?: readonly string[];
  readonly record?: Readonly<Record<string, unknown>>;
  readonly version?: number;
  readonly value?: unknown;
}

interface Property {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly precision?: number;
  readonly scale?: number;
}

const types: Readonly<Record<string, string>> = {
  integer: 'BIGINT',
  number: 'DOUBLE PRECISION',
  boolean: 'BOOLEAN',
  string: 'VARCHAR',
};

/** Returns the type of a column, in PostgreSQL and in DuckDB, as targets of the Meltano SDK choose it. */
export function columnType({ type, format, precision, scale }: Property): string {
  const name = [type ?? []].flat().find((one) => one !== 'null') ?? '';
  if (format === 'date-time') return 'TIMESTAMP WITH TIME ZONE';
  if (format === 'x-singer.decimal') return `DECIMAL(${precision}, ${scale})`;
  return types[name] ?? 'JSON';
}

/** Runs a statement in a database, and returns its rows. */
export type RunSql = (
  sql: string,
  values?: readonly (string | null)[],
) => Promise<readonly (readonly unknown[])[]>;

const quoted = (name: string): string => `"${name}"`;

/**
 * A Singer target with the rules of those that are in use, which are strict where another one is lenient: keys are
 * `NOT NULL`, an empty string is NULL, and what it does not know is an error.
 */
export class SingerTarget {
  readonly #run: RunSql;
  readonly #streams = new Map<
    string,
    { readonly columns: Map<string, string>; readonly keys: readonly string[] }
  >();
  /** The value of the last STATE. */
  state: unknown;

  constructor(run: RunSql) {
    this.#run = run;
  }

  /** Loads the messages of a run of a tap. */
  async load(messages: readonly SingerMessage[]): Promise<void> {
    for (const message of messages) await this.#receive(message);
  }

  async #receive(message: SingerMessage): Promise<void> {
    const { type, stream = '', schema, key_properties: keys = [], record = {}, version = null } = message;
    if (type === 'STATE') this.state = message.value;
    else if (type === 'SCHEMA') await this.#create(stream, schema?.properties ?? {}, keys);
    else if (type === 'RECORD') await this.#store(stream, record, version);
    else if (type === 'ACTIVATE_VERSION') await this.#activate(stream, version);
    else throw new Error(`expected no message ${type}`);
  }

  async #create(stream: string, properties: Readonly<Record<string, Property>>, keys: readonly string[]) {
    const columns = new Map(Object.entries(properties).map(([name, one]) => [name, columnType(one)]));
    this.#streams.set(stream, { columns, keys });
    const declared = [...columns].map(([name, own]) => `${quoted(name)} ${own}`);
    const key = `PRIMARY KEY (${keys.map(quoted).join()})`;
    await this.#run(`CREATE TABLE IF NOT EXISTS ${stream} (${[...declared, '_version BIGINT', key].join()})`);
  }

  async #store(stream: string, record: Readonly<Record<string, unknown>>, version: number | null) {
    const { columns, keys } = this.#of(stream);
    const names = [...columns.keys()];
    const unknown = Object.keys(record).filter((name) => !columns.has(name));
    if (unknown.length > 0) throw new Error(`${stream}: expected no property ${unknown.join()}`);
    const all = [...names.map(quoted), '_version'];
    const casts = [...columns.values(), 'BIGINT'].map((type, at) => `CAST($${at + 1} AS ${type})`);
    const changed = all.filter((name) => !keys.map(quoted).includes(name));
    await this.#run(
      `INSERT INTO ${stream} (${all.join()}) VALUES (${casts.join()})
       ON CONFLICT (${keys.map(quoted).join()}) DO UPDATE SET
       ${changed.map((name) => `${name} = excluded.${name}`).join()}`,
      [...names.map((name) => textOf(record[name])), textOf(version)],
    );
  }

  async #activate(stream: string, version: number | null) {
    this.#of(stream);
    await this.#run(`DELETE FROM ${stream} WHERE _version IS NULL OR _version < CAST($1 AS BIGINT)`, [
      textOf(version),
    ]);
  }

  #of(stream: string) {
    const found = this.#streams.get(stream);
    if (!found) throw new Error(`expected a SCHEMA of ${stream} first`);
    return found;
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
