import { markedEncoding } from '../../shared/files/marked-text.ts';
import { UsageError } from '../terminal/command-error.ts';

const defaultEncoding = 'utf-8';

/**
 * Returns a decoder of an encoding, by a name of the Encoding Standard: `windows-1252`, `shift_jis`. It throws at bytes
 * that the encoding does not have.
 *
 * @throws UsageError if the name is unknown
 */
export function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new UsageError(
      `--encoding: ${JSON.stringify(encoding)} is unknown; use utf-8, windows-1252, utf-16, shift_jis or another name of the ` +
        'Encoding Standard',
    );
  }
}

/**
 * Returns how a file is read where another encoding is given than UTF-8: as UTF-8 if it is valid and has more than ASCII, or has
 * none of the NUL bytes of UTF-16, which text in another one never is by chance.
 *
 * @throws UsageError if the name is unknown
 */
export async function encodingOf(given: string, chunks: AsyncIterable<Buffer>): Promise<string> {
  const { encoding } = createDecoder(given);
  if (encoding === defaultEncoding) return given;
  const decoder = createDecoder(defaultEncoding);
  let [isAscii, hasNul] = [true, false];
  for await (const chunk of chunks) {
    const text = decode(decoder, chunk);
    if (text === undefined) return given;
    isAscii &&= !/[^\0-\x7F]/.test(text);
    hasNul ||= text.includes('\0');
  }
  return (encoding.startsWith('utf-16') ? hasNul : isAscii) ? given : defaultEncoding;
}

/**
 * Yields the text of the file with this path, whose bytes are `chunks`. A byte order mark decides about its encoding.
 *
 * @throws UsageError if the file is not in this encoding
 */
export async function* decodeText(
  path: string,
  encoding: string | undefined,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<string, void, undefined> {
  let decoder: TextDecoder | undefined;
  let line = 1;
  for await (const chunk of chunks) {
    decoder ??= createDecoder(markedEncoding(chunk) ?? encoding ?? defaultEncoding);
    // As a stream only: without it, Node 22.13 to 22.21 decode windows-1252 as ISO 8859-1, which has no euro sign.
    const text = decode(decoder, chunk);
    if (text === undefined) throw undecodable(path, encoding, line + linesBefore(decoder.encoding, chunk));
    yield text;
    line += countLines(text);
  }
  try {
    decoder?.decode();
  } catch {
    throw undecodable(path, encoding, line);
  }
}

function decode(decoder: TextDecoder, chunk: Buffer): string | undefined {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    return undefined;
  }
}

/** The number of lines before the first bytes that cannot be decoded. */
function linesBefore(encoding: string, chunk: Buffer): number {
  const text = new TextDecoder(encoding).decode(chunk, { stream: true });
  // The chunk may begin within a character.
  return countLines(text.slice(0, text.indexOf('\uFFFD', 1)));
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function undecodable(path: string, encoding: string | undefined, line: number): UsageError {
  const problem = `--encoding: ${path} is not in ${encoding ?? defaultEncoding}, near line ${line}`;
  return new UsageError(
    encoding === undefined
      ? `${problem}; set its encoding: windows-1252 in Western Europe, shift_jis in Japan, utf-16 for "Unicode text" of Excel`
      : problem,
  );
}
