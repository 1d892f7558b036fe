import { createReadStream } from 'node:fs';

/** Returns the first line of a file, as Latin-1, which keeps every delimiter of a CSV file. */
export async function firstLine(path: string): Promise<string> {
  let text = '';
  // Longer than the names of any columns.
  const stream = createReadStream(path, { encoding: 'latin1', end: 1024 * 1024 });
  for await (const chunk of stream as AsyncIterable<string>) {
    text += chunk;
    if (/[\r\n]/.test(text)) break;
  }
  return /^[^\r\n]*/.exec(text)?.[0] ?? '';
}
