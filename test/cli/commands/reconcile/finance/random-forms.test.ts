import { test } from 'vitest';

import { expectSuggestedFlags } from './random-forms.ts';

test('a file in any form agrees with the flags that the command suggests, and after a changed cent it does not', async () => {
  await expectSuggestedFlags(25);
});
