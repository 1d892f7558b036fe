import { expect, test } from 'vitest';

import { describeAlarms } from '../../../../src/cli/commands/load/alarm-lines.ts';
import type { Alarm } from '../../../../src/postgres/index.ts';

const alarm = (source: string, number: number): Alarm => ({
  id: String(number).padStart(8, '0'),
  kind: 'counted',
  source,
  message: `day ${number}`,
  since: null,
  note: null,
});

test('a source with many alarms hides no alarm of another one', () => {
  const many = Array.from({ length: 32 }, (_, index) => alarm('game-1', index));
  const lines = describeAlarms({}, [...many, alarm('game-2', 99)]);

  expect(lines[1]).toMatch(/^game-2: day 99\. If nobody has to act: .*acknowledge 00000099 --note WHY$/);
  expect(lines.at(-1)).toBe('13 more alarms: load status --json lists all');
});
