import { PublisherError } from '../../src/index.ts';

/** A line of JavaScript as a beginner writes it, and the complete message that it has to give. */
export type Mistake = readonly [code: string, message: string];

/** Runs a line of JavaScript with the given names in scope, and returns the message of the error that it throws. */
export async function messageOf(code: string, scope: Readonly<Record<string, unknown>>): Promise<string> {
  try {
    // The compiler would reject most of these lines, and JavaScript programs have no compiler.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- see above
    await new Function(...Object.keys(scope), `return ${code}`)(...Object.values(scope));
  } catch (error) {
    if (error instanceof PublisherError) return error.message;
    throw error;
  }
  return 'no error';
}
