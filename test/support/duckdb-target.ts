import { appendFileSync } from 'node:fs';

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';

import { columnType, type SingerMessage } from './singer-target.ts';

/** A small Singer target: keeps what taps print in a file, and loads the last record of each key into DuckDB. */
export class DuckDbTarget {
  readonly #file: string;
  readonly #schemas = new Map<string, SingerMessage>();
  /** The value of the last STATE. */
  state: unknown;
  /** How many records of each stream were received. */
  readonly records = new Map<string, number>();

  constructor(file: string) {
    this.#file = file;
  }

  /** Receives the output of a run; a kill may have cut its last line. */
  receive(out: string): void {
    const complete = out.slice(0, out.lastIndexOf('\n') + 1);
    appendFileSync(this.#file, complete);
    for (const line of complete.split('\n').slice(0, -1)) {
      const message = JSON.parse(line) as SingerMessage;
      const { type, stream = '', value } = message;
      if (type === 'SCHEMA') this.#schemas.set(stream, message);
      else if (type === 'STATE') this.state = value;
      else if (type === 'RECORD') this.records.set(stream, (this.records.get(stream) ?? 0) + 1);
    }
  }

  /** Creates a table for each stream, and returns a function that runs SQL and returns rows. */
  async load(): Promise<(sql: string) => Promise<unknown[][]>> {
    const connection: DuckDBConnection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(
      `CREATE TABLE messages AS SELECT row_number() OVER () AS number, * FROM read_json('${this.#file}',
       format = 'newline_delimited', maximum_object_size = 100_000_000,
       columns = { type: 'VARCHAR', stream: 'VARCHAR', record: 'JSON' })`,
    );
    for (const [stream, { schema, key_properties: keys = [] }] of this.#schemas) {
      const columns = Object.entries(schema?.properties ?? {}).map(([name, one]) => [name, columnType(one)]);
      const structure = JSON.stringify(Object.fromEntries(columns));
      await connection.run(
        `CREATE TABLE ${stream} AS SELECT unnest(record) FROM (
           SELECT number, json_transform_strict(record, '${structure}') AS record FROM messages
           WHERE type = 'RECORD' AND stream = '${stream}')
         QUALIFY row_number() OVER (PARTITION BY ${keys.map((key) => `record.${key}`).join()} ORDER BY number DESC) = 1`,
      );
    }
    return async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
  }
}
