import { expect, test } from 'vitest';

import { createProseCheck } from '../../docs/check-prose.ts';

const check = await createProseCheck();

async function linesFound(path: string, text: string): Promise<number[]> {
  return (await check(path, text)).map(({ line }) => line);
}

test('a word of the list is found in a page, with its line and its replacement', async () => {
  expect(await check('page.md', '# Title\n\nThe answer is an object.\n')).toEqual([
    { path: 'page.md', line: 3, message: expect.stringContaining('“answer”, use “response') as string },
  ]);
});

test('comments and messages of a source file are checked, with their lines; its code is not', async () => {
  const source = [
    '// A read is sent', // 1
    '// again.',
    '/**',
    ' * First line.',
    ' * Then the answer.', // 5
    ' */',
    'const answer = walk(', // code
    "  'an-answer', // a name",
    "  'the answer is missing',", // 9
    '  `no answer from ${answer}`,', // 10
    '); // mend it', // 11
  ].join('\n');

  expect(await linesFound('src/source.ts', source)).toEqual([1, 5, 9, 10, 11]);
});
