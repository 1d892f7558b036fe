import { test } from 'vitest';

import { expectFinishedAfterKill } from '../cli/commands/prices/kills.ts';

test.each(
  [1, 2, 3].flatMap((write) => (['silent', 'silent_after'] as const).map((fault) => [write, fault] as const)),
)('killed at write %i of prices, %s, it finishes when it is run again', expectFinishedAfterKill);
