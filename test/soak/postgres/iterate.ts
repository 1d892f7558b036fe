// Adds up the whole ledger in a single iteration, from a sandbox that nothing else uses.
import { PublisherClient } from '../../../src/client/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { ledger, range } from './ledger.ts';
import { iterate } from './sums.ts';

const client = new PublisherClient(createSandbox(ledger).clientOptions);
process.stdout.write(JSON.stringify(await iterate(client, range)));
