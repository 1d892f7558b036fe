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
    .replace("    case 'connection_lost':\n      return 'nobody';\n", '');
  const lacksReturn = 2366;

  expect(new Editor(forgetful).problems().map(({ code }) => code)).toEqual([lacksReturn, lacksReturn]);
});
