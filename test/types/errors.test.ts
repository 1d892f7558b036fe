import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { Editor } from './editor.ts';

const code = readFileSync(new URL('errors.test-d.ts', import.meta.url), 'utf8');

test('errors narrow by class, code, family, outcome and reason, and switches over them are complete', () => {
  expect(new Editor(code).problems()).toEqual([]);
});

test('a switch that forgets a case does not compile', () => {
  const forgetful = code
    .replace("    case 'unknown':\n      return 'look';\n", '')
    .replace("    case 'connection_lost':\n      return 'nobody';\n", '')
    .replace("    case 'timeout':\n      return error.status?.toFixed();\n", '');
  const lacksReturn = 2366;
  const isNotNever = 1360;

  expect(new Editor(forgetful).problems().map(({ code }) => code)).toEqual([
    isNotNever,
    lacksReturn,
    lacksReturn,
  ]);
});
