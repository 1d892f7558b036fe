import { afterAll, beforeAll, expect, test } from 'vitest';

import { expected, responsesOf, startApplication, token, withoutSecrets } from './applications.ts';
import { Project, run } from './project.ts';

const next = 'node_modules/next/dist/bin/next';
let project: Project;

/** Components that Next renders for each request: it finds that out while it builds, by an error that it throws itself. */
const components = {
  'by-cookie': 'token: async () => (await cookies()).get("token")?.value ?? "none"',
  'by-fetch': 'token: "none", fetch: (url, init) => fetch(url, { ...init, cache: "no-store" })',
} as const;

const componentWith = (options: string): string => `
import { cookies } from 'next/headers';
import { isPublisherError, PublisherClient } from 'publisher-commerce';

void cookies;
export default async function Page() {
  const baseUrl = process.env.PUBLISHER_BASE_URL ?? 'https://commerce.example.com';
  const client = new PublisherClient({ baseUrl, ${options} });
  const failure = await client.pricePoints.list().catch((error: unknown) => {
    if (isPublisherError(error)) return error.code;
    throw error;
  });
  return <p>{typeof failure === 'string' ? failure : 'listed'}</p>;
}
`;

beforeAll(async () => {
  const types = ['typescript@6', '@types/node@22', '@types/react@19'];
  project = await Project.with('next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1', ...types);
  await project.writeDocumented('lib/commerce.ts', 'app/price-points/route.ts', 'app/game-auth/route.ts');
  for (const [route, method] of [
    ['price-points', 'GET'],
    ['game-auth', 'POST'],
  ] as const) {
    const code = `export { ${method} } from '../../${route}/route';\nexport const runtime = 'edge';\n`;
    await project.write(`app/edge/${route}/route.ts`, code);
  }
  await project.write(
    'app/layout.tsx',
    'export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;\n',
  );
  for (const [name, fields] of Object.entries(components))
    await project.write(`app/${name}/page.tsx`, componentWith(fields));
  const options = { cwd: project.folder, env: withoutSecrets(), timeout: 240_000 };
  const { code, out, err } = await run(process.execPath, [next, 'build'], options);
  if (code !== 0) throw new Error(`next build has failed: ${out}${err}`);
});
afterAll(() => project.remove());

test('the documented routes are built by Next without secrets, and work with them in both of its runtimes', async () => {
  const url = await startApplication(project.folder, [
    next,
    'start',
    '--port',
    '0',
    '--hostname',
    '127.0.0.1',
  ]);

  expect(await responsesOf(url)).toEqual(expected);
  expect(await responsesOf(`${url}/edge`)).toEqual(expected);
});

test.each(Object.keys(components))(
  'a component that Next renders for each request, %s, is built and works',
  async (name) => {
    const args = [next, 'start', '--port', '0', '--hostname', '127.0.0.1'];
    const url = await startApplication(project.folder, args);

    const response = await fetch(`${url}/${name}`, { headers: { cookie: `token=${token}` } });

    const shown = name === 'by-cookie' ? 'listed' : 'unauthorized';
    expect(await response.text()).toContain(`<p>${shown}</p>`);
  },
);
