import type { Connection, PoolClient, Submittable } from 'pg';

/** The message that ends COPY: its type and its length. */
const copyDone = Buffer.from('c\0\0\0\u0004');

/** The number of bytes in parts of a message. */
export function bytesOf(parts: readonly Buffer[]): number {
  return parts.reduce((bytes, part) => bytes + part.length, 0);
}

/** Runs COPY … FROM STDIN with messages, each in parts. The server reads one to its end before it looks at its rows. */
export async function copyRows(
  client: PoolClient,
  sql: string,
  messages: readonly (readonly Buffer[])[],
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.query(
      new CopyRows(sql, messages, (error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}

/** What `pg` expects of a query that reads the messages of the server itself; its types lack most of it. */
class CopyRows implements Submittable {
  readonly #sql: string;
  readonly #messages: readonly (readonly Buffer[])[];
  /** `pg` replaces it by one that also ends its timeout. */
  callback: (error?: Error) => void;

  constructor(sql: string, messages: readonly (readonly Buffer[])[], callback: (error?: Error) => void) {
    this.#sql = sql;
    this.#messages = messages;
    this.callback = callback;
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
  }

  /** The end is given to the system together with the rows: no other work of this process comes between them. */
  handleCopyInResponse({ stream }: Connection): void {
    stream.cork();
    for (const parts of this.#messages) {
      const header = Buffer.from('d\0\0\0\0');
      header.writeUInt32BE(4 + bytesOf(parts), 1);
      for (const part of [header, ...parts]) stream.write(part);
    }
    stream.write(copyDone);
    stream.uncork();
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
