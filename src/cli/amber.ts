import { styleText } from 'node:util';

/** Returns a warning in amber, if the stream is a terminal with colours. */
export function amber(text: string, stream: NodeJS.WritableStream): string {
  return styleText('yellow', text, { stream });
}
