// Prints the stack of the error of each case, as one line of JSON. Run by a runtime itself, so that lines are kept.
import { PublisherClient } from 'publisher-commerce';

import { callerCases } from '../../client/errors/caller-cases.ts';

const client = new PublisherClient({
  baseUrl: 'https://service.example.com',
  token: 'caller-token',
  retry: { limit: 1 },
  maxConcurrency: 1,
  // Replies in another turn of the event loop, as a socket does.
  fetch: async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return new Response('{}', { status: 500, headers: { 'retry-after': '0' } });
  },
});

const stacks: Record<string, string | undefined> = {};
for (const [name, run] of Object.entries(callerCases)) {
  try {
    await run(client);
  } catch (error) {
    stacks[name] = (error as Error).stack;
  }
}
console.log(JSON.stringify(stacks));
