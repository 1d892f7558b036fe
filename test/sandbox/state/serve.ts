// A sandbox on a port, to be killed: prints its URL. Argument: the file of its state.
import { createSandbox } from '../../../src/sandbox/index.ts';

const data = process.argv[2];
if (data === undefined) throw new Error('the file is missing');
const server = await createSandbox({ transactions: 20, data }).listen();
console.log(server.url);
