// The sandbox's handlers in msw, which is ESM only: CommonJS imports it dynamically.
import { createSandbox } from 'publisher-commerce/sandbox';

export async function intercept(): Promise<() => void> {
  const { setupServer } = await import('msw/node');
  const { handlers } = createSandbox();
  const used: boolean[] = handlers.map(({ isUsed }) => isUsed);
  // @ts-expect-error the types of msw are known: a handler is no string, and not `any`
  used.push(handlers.includes(''));
  const server = setupServer(...handlers);
  server.listen();
  return () => server.close();
}
