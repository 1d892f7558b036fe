// Refreshes a player's web store after game events, so that it shows the offers of the new level. The game does not wait
// for the refresh, and does not fail with it.
//
//   npm run example -- personalization
import { setTimeout as sleep } from 'node:timers/promises';

import { StoreRefresher } from './personalization/store-refresher.ts';
import { connect } from './support/connect.ts';

await using connection = await connect({ client: { retry: { limit: 1 } } });
const refresher = new StoreRefresher({
  client: connection.client,
  wait: 20,
  maxWaiting: 10_000,
  log: (line) => console.log(`Store: ${line}`),
});

/** The game's own work, which must continue even if the store fails. */
function levelUp(playerId: string, level: number): void {
  console.log(`Game: ${playerId} reached level ${level}`);
  refresher.playerChanged(playerId);
}

console.log(`Refreshing stores through ${connection.description}`);
levelUp('player-1', 10);
levelUp('player-2', 7);
levelUp('player-1', 11);
await refresher.flush();

// The service is down: both attempts of the next call fail.
connection.sandbox?.fail({
  operation: 'personalization.refreshSpecificActivePlayers',
  status: 503,
  retryAfter: 0,
  times: 2,
});
levelUp('player-3', 20);
await refresher.flush();
levelUp('player-4', 5);
// Long enough for the batch to be sent by its timer.
await sleep(100);
await refresher.close();

if (connection.sandbox) {
  await connection.sandbox.settled();
  const { personalization } = connection.sandbox.state();
  console.log(`The service triggered the callback ${personalization.length} times:`);
  for (const { playerIds = [] } of personalization) console.log(`  ${playerIds.join(', ')}`);
}
