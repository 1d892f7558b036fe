import { afterAll, beforeAll, expect, test } from 'vitest';

import { expected, responsesOf, startApplication, withoutSecrets } from './applications.ts';
import { Project, run } from './project.ts';

const next = 'node_modules/next/dist/bin/next';
let project: Project;

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
