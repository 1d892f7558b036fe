import { expect, test } from 'vitest';

import { commands } from '../../src/cli/commands.ts';
import { runCommand } from './start-command.ts';

const loads = ['plan', 'work', 'sync', 'status', 'verify'].map((name) => `load ${name}`);

test.each(['--help', ...[...commands.map(({ name }) => name), ...loads].map((name) => `${name} --help`)])(
  '%s fits in 80 columns',
  async (line) => {
    const { code, out, err } = await runCommand(line.split(' '));

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Usage: publisher-commerce');
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  },
);
