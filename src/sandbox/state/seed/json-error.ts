/** Where a string stops being JSON. */
export interface JsonError {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** What was expected there. */
  readonly expected: string;
}

type Expectation = keyof typeof expectations;

const value = 'a value: an object, an array, a string in double quotes, a number, true, false or null';
const expectations = {
  value,
  'first value': `${value}, or ]`,
  key: 'a key in double quotes (no comma follows the last field)',
  'first key': 'a key in double quotes, or }',
  colon: 'a colon after the key',
  'next field': 'a comma or }',
  'next element': 'a comma or ]',
  nothing: 'the end of the file',
};

const token =
  /[ \t\n\r]*(?:([[\]{}:,])|(")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-]))/y;
const characters =
  // eslint-disable-next-line no-control-regex -- JSON does not allow them in strings
  /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})){1,1000}/y;

/**
 * Finds the first error of a string that is not JSON; `undefined` if it is JSON.
 *
 * `JSON.parse` names the position of some errors only, and differs between runtimes.
 */
export function findJsonError(json: string): JsonError | undefined {
  const open: ('{' | '[')[] = [];
  const afterValue = (): Expectation =>
    open.length === 0 ? 'nothing' : open.at(-1) === '{' ? 'next field' : 'next element';
  let expected: Expectation = 'value';
  token.lastIndex = 0;
  for (;;) {
    const start = token.lastIndex;
    const [, sign, quote, scalar] = token.exec(json) ?? [];
    const found = sign ?? (quote === undefined ? scalar && 'scalar' : readString(json));
    const next: Expectation | undefined =
      found === undefined ? undefined : advance(expected, found, open, afterValue);
    if (next === undefined) {
      const index = start + (/^[ \t\n\r]*/.exec(json.slice(start))?.[0].length ?? 0);
      return expected === 'nothing' && index === json.length ? undefined : errorAt(json, index, expected);
    }
    expected = next;
  }
}

/** Moves `token` behind the string whose quote it has read; `undefined` if the string does not end. */
function readString(json: string): 'string' | undefined {
  // Piece by piece: a regular expression that matches millions of characters one by one exhausts the stack.
  let end = token.lastIndex;
  do {
    token.lastIndex = end;
    characters.lastIndex = end;
    end += characters.exec(json)?.[0].length ?? 0;
  } while (end > token.lastIndex);
  token.lastIndex = end + 1;
  return json[end] === '"' ? 'string' : undefined;
}

/** What is expected after a token; `undefined` if the token itself is not. */
function advance(
  expected: Expectation,
  found: string,
  open: ('{' | '[')[],
  afterValue: () => Expectation,
): Expectation | undefined {
  const isOneOf = (...states: readonly Expectation[]): boolean => states.includes(expected);
  switch (found) {
    case '{':
    case '[':
      if (!isOneOf('value', 'first value')) return undefined;
      open.push(found);
      return found === '{' ? 'first key' : 'first value';
    case '}':
    case ']':
      if (!(found === '}' ? isOneOf('first key', 'next field') : isOneOf('first value', 'next element'))) {
        return undefined;
      }
      open.pop();
      return afterValue();
    case ':':
      return isOneOf('colon') ? 'value' : undefined;
    case ',':
      if (isOneOf('next field')) return 'key';
      return isOneOf('next element') ? 'value' : undefined;
    default:
      if (found === 'string' && isOneOf('key', 'first key')) return 'colon';
      return isOneOf('value', 'first value') ? afterValue() : undefined;
  }
}

function errorAt(json: string, index: number, expected: Expectation): JsonError {
  const before = json.slice(0, index).split('\n');
  const isBrokenString = json[index] === '"' && expectations[expected].includes('double quotes');
  return {
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    expected: isBrokenString
      ? 'a closing double quote on the same line, and no invalid escape in the string'
      : expectations[expected],
  };
}
