// Starts a sandbox on a port, to be killed, and prints its URL. Argument: the file of its state.
import { createSandbox } from '../../../src/sandbox/index.ts';

const data = process.argv[2];
if (data === undefined) throw new Error('usage: serve.ts FILE');
const server = await createSandbox({ transactions: 20, data }).listen();
console.log(server.url);
