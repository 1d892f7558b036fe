import type { Connection, PoolClient, Submittable } from 'pg';

/** The message that ends COPY: its type and its length. */
const copyDone = Buffer.from('c\0\0\0\u0004');

/** Runs COPY … FROM STDIN with lines in its text format, a message for each string. */
export async function copyRows(client: PoolClient, sql: string, lines: Iterable<string>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query(
      new CopyRows(sql, lines, (error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}

/** What `pg` expects of a query that reads the messages of the server itself; its types lack most of it. */
class CopyRows implements Submittable {
  readonly #sql: string;
  readonly #lines: Iterable<string>;
  /** `pg` replaces it by one that also ends its timeout. */
  callback: (error?: Error) => void;

  constructor(sql: string, lines: Iterable<string>, callback: (error?: Error) => void) {
    this.#sql = sql;
    this.#lines = lines;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
  }

  handleCopyInResponse({ stream }: Connection): void {
    for (const lines of this.#lines) {
      const header = Buffer.from('d\0\0\0\0');
      header.writeUInt32BE(4 + Buffer.byteLength(lines), 1);
      stream.write(header);
      stream.write(lines);
    }
    stream.write(copyDone);
  }

  handleCommandComplete(): void {
    // The server is ready next.
  }

  handleReadyForQuery(): void {
    this.callback();
  }

  handleError(error: Error): void {
    this.callback(error);
  }
}
