import { expect, test } from 'vitest';

import { refreshActivePlayers, refreshSpecificActivePlayers } from '../../../src/api/personalization.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { accepted, send } from '../send.ts';

const all = '/store/v1/personalization/refresh-active-players';
const some = '/store/v1/personalization/refresh-specific-active-players';

test('the response to a trigger names the publisher', async () => {
  const sandbox = createSandbox({ publisherId: 'acme-games' });
  const triggered = { message: 'Event triggered for publisher acme-games' };
  expect(accepted(refreshActivePlayers, await send(sandbox, 'POST', all))).toEqual(triggered);
  const body = { playerIds: ['player-1'] };
  expect(accepted(refreshSpecificActivePlayers, await send(sandbox, 'POST', some, { body }))).toEqual(
    triggered,
  );
});

const notStrings = 'every value in playerIds must be a string';
const noElement = 'playerIds must contain at least 1 element';
const noArray = 'playerIds must be an array';

test.each([
  ['an empty array', '{"playerIds":[]}', noElement],
  ['a number in the array', '{"playerIds":["a",7]}', notStrings],
  ['a string instead of an array', '{"playerIds":"a"}', `${notStrings}, ${noElement}, ${noArray}`],
  ['no array', '{}', `${notStrings}, ${noElement}, ${noArray}`],
  ['null', 'null', `${notStrings}, ${noElement}, ${noArray}`],
  ['invalid JSON', '{', `${notStrings}, ${noElement}, ${noArray}`],
])('player ids with %s list the validations that fail', async (_what, body, failures) => {
  expect(await send(createSandbox(), 'POST', some, { body })).toEqual({
    status: 400,
    body: {
      message: 'Schema Validation Error',
      requestUrl: '/store/v1/personalization/refresh-specific-active-players',
      body: failures,
    },
  });
});
