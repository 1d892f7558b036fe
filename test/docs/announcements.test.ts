import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runProgram } from '../support/run-program.ts';

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>; // of the manifest of this package
};

test.each([
  ['npm run demo', 'demo', 'node test/announce.ts demo', '15 seconds'],
  ['npm test', 'test', 'node test/announce.ts', '3 minutes'],
])(
  '%s begins with what it needs, downloads and takes, as the README says',
  async (command, script, announcement, duration) => {
    expect(scripts[script]?.split(' && ')[0]).toBe(announcement);
    expect(readme).toMatch(new RegExp(`^npm ci && ${command} .*${duration}`, 'm'));

    const [, ...args] = announcement.split(' ');
    const { code, out, err } = await runProgram(process.execPath, args, { cwd: root });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(duration);
    expect(out).toMatch(/Needs no account/);
    expect(out).toMatch(/downloads? nothing|\d MB/i);
  },
);
