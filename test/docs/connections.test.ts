import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { pricePoint } from '../literals/price-points.ts';
import { makeCertificate } from '../support/certificates.ts';
import { codeBlocksOf, typeProblems } from '../support/code-blocks.ts';
import { runProgram } from '../support/run-program.ts';
import { token } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/options.md'), 'utf8');
const recipe = codeBlocksOf(root, 'docs/options.md').find(({ code }) => code.includes("from 'undici'"));
/** The rows of the table below the recipe. */
const dispatchers = [...page.matchAll(/^\| ([^|]+) \| `(new (?:Proxy)?Agent\(.*\))` \|$/gm)].map(
  ([, purpose = '', code = '']) => [purpose, code] as const,
);

const authority = makeCertificate();
const served = makeCertificate({ issuer: authority });
const client = makeCertificate({ issuer: authority });

// Inside the project, so that `publisher-commerce` and undici are found there as a user would find them.
mkdirSync(join(root, 'out'), { recursive: true });
const folder = mkdtempSync(join(root, 'out/connections-'));
beforeAll(() => {
  writeFileSync(join(folder, 'ca.pem'), authority.cert);
  writeFileSync(join(folder, 'client.pem'), client.cert);
  writeFileSync(join(folder, 'client-key.pem'), client.key);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A service whose certificate no public authority has issued; it may require one of the client. */
async function startTlsService(requestCert: boolean): Promise<{ url: string; subjects: unknown[] }> {
  const subjects: unknown[] = [];
  const options = { key: served.key, cert: served.cert, ca: authority.cert, requestCert };
  const server = createServer(options, ({ headers }, response) => {
    response.statusCode = headers['x-publisher-token'] === token ? 200 : 401;
    response.end(JSON.stringify({ pricePoints: [pricePoint, pricePoint] }));
  });
  server.on('secureConnection', (socket) =>
    subjects.push(requestCert ? socket.getPeerCertificate().subject.CN : 'any'),
  );
  return { url: `https://127.0.0.1:${await listen(server)}`, subjects };
}

/** A proxy that opens tunnels, and records their targets. */
async function startProxy(): Promise<{ url: string; targets: unknown[] }> {
  const targets: unknown[] = [];
  const proxy = createProxy().on('connect', ({ url = '' }, inward) => {
    targets.push(url);
    const outward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      inward.write('HTTP/1.1 200 OK\r\n\r\n');
      outward.pipe(inward).pipe(outward);
    });
    inward.on('error', () => outward.destroy());
    outward.on('error', () => inward.destroy());
  });
  return { url: `http://127.0.0.1:${await listen(proxy)}`, targets };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

test('the recipe has a dispatcher for a proxy, a certificate authority, mutual TLS, and all of them', () => {
  expect(dispatchers).toHaveLength(4);
});

test.each(dispatchers)(
  'the documented dispatcher for %s is used for every request',
  async (_, dispatcher) => {
    const isMutual = dispatcher.includes('key:');
    const isProxied = dispatcher.includes('ProxyAgent');
    const service = await startTlsService(isMutual);
    const proxy = await startProxy();
    const file = join(folder, 'recipe.ts');
    const imports = `import { readFileSync } from 'node:fs';\nimport { ProxyAgent } from 'undici';\n`;
    const code = recipe?.code
      .replace(/(?<=const dispatcher = ).*(?=;)/, () => dispatcher)
      .replace('http://proxy.internal:3128', proxy.url);
    writeFileSync(file, `${imports}${code}`);

    const {
      code: exit,
      out,
      err,
    } = await runProgram(process.execPath, [file], {
      cwd: folder,
      env: {
        ...process.env,
        PUBLISHER_BASE_URL: service.url,
        PUBLISHER_TOKEN: token,
        // What the page names for programs that pass no authority.
        ...(dispatcher.includes('ca:') ? {} : { NODE_EXTRA_CA_CERTS: 'ca.pem' }),
      },
    });

    expect({ exit, out, err }).toEqual({ exit: 0, out: '2\n', err: '' });
    expect(service.subjects).toEqual([isMutual ? client.name : 'any']);
    expect(proxy.targets).toEqual(isProxied ? [new URL(service.url).host] : []);
    expect(typeProblems([file])).toEqual([]);
  },
  60_000,
);
