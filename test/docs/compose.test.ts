import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';

import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { documentedFile } from '../support/code-blocks.ts';

const root = join(import.meta.dirname, '../..');

interface Compose {
  readonly services: {
    readonly sandbox: {
      readonly build: { readonly dockerfile: string };
      readonly command: readonly string[];
    };
    readonly tests: { readonly environment: Readonly<Record<string, string>> };
  };
}

// Without Docker: what its network resolves is replaced by a server on loopback.
test('a client with the variables of the documented compose file reaches the sandbox by its name', async () => {
  const { sandbox: service, tests } = (parse(documentedFile(root, 'compose.yaml')) as Compose).services;
  for (const [name, value] of Object.entries(tests.environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [flag, ...allowedHosts] = service.command;
  await using server = await createSandbox().listen({ allowedHosts });
  const urls: string[] = [];
  const client = new PublisherClient({
    fetch: (input, init) => {
      const request = new Request(input, init);
      urls.push(request.url);
      return fetch(new Request(request.url.replace('http://sandbox:4010', server.url), request));
    },
  });

  expect(await client.pricePoints.list()).toEqual({ pricePoints: [] });
  expect(urls).toEqual(['http://sandbox:4010/v1/price-points']);
  expect(flag).toBe('--allow-host');
  expect(existsSync(service.build.dockerfile.replace('node_modules/publisher-commerce', root))).toBe(true);
});
