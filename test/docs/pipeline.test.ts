import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { PublisherClient } from '../../src/client/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { documentedFile } from '../support/code-blocks.ts';
import { createNpxFolder } from '../support/npx-folder.ts';
import { type Finished, runProgram } from '../support/run-program.ts';

const root = join(import.meta.dirname, '../..');

interface Step {
  readonly run?: string;
  readonly with?: { readonly path?: string };
}
interface Workflow {
  readonly jobs: Readonly<
    Record<'plan' | 'apply', { readonly if?: string; readonly steps: readonly Step[] }>
  >;
}
const workflow = parse(documentedFile(root, '.github/workflows/prices.yml')) as Workflow; // as the guide shows it

/** The steps of a job that run commands, as a runner does: each in a shell that ends at the first failure. */
async function runJob(name: 'plan' | 'apply', cwd: string, env: NodeJS.ProcessEnv): Promise<Finished> {
  const script = workflow.jobs[name].steps.flatMap(({ run }) => run ?? []).join('\n');
  return runProgram('bash', ['-e', '-c', script], { cwd, env });
}

test('the workflow of the guide plans, applies what was approved, and leaves a record that takes it back', async () => {
  const { cwd, PATH } = createNpxFolder();
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const client = new PublisherClient(sandbox.clientOptions);
  const overridesOf = async (price: number): Promise<Record<string, number>> => {
    const { priceByCountry } = await client.pricePoints.get(price);
    const own = priceByCountry.filter(({ isOverridden }) => isOverridden);
    return Object.fromEntries(own.map(({ countryCode2, price: override }) => [countryCode2, override]));
  };
  const price = 999;
  await client.pricePoints.create({
    priceInUsdCents: price,
    priceOverrides: [{ countryCode2: 'PL', price: 40 }],
  });
  const env = {
    PATH,
    GITHUB_OUTPUT: join(cwd, 'output'),
    PUBLISHER_BASE_URL: server.url,
    PUBLISHER_TOKEN: sandbox.token,
  };
  const sheet = (...rows: string[]): void =>
    writeFileSync(join(cwd, 'prices.csv'), ['price_usd_cents,country_code,override', ...rows, ''].join('\n'));
  const output = (): string => readFileSync(join(cwd, 'output'), 'utf8').trim().split('\n').at(-1) ?? '';

  sheet(`${price},PL,40`);
  expect((await runJob('plan', cwd, env)).code).toBe(0);
  expect(output()).toBe('code=0');
  rmSync(join(cwd, 'plan.json'));
  rmSync(join(cwd, 'review.csv'));

  sheet(`${price},PL,39.9`, `${price},CZ,249`);
  expect((await runJob('plan', cwd, env)).code).toBe(0);
  expect(output()).toBe('code=3');
  expect(workflow.jobs.apply.if).toBe("needs.plan.outputs.code == '3'");
  const uploaded = workflow.jobs.plan.steps.flatMap((step) => step.with?.path?.trim().split('\n') ?? []);
  expect(uploaded).toEqual(['plan.json', 'review.csv']);
  expect(uploaded.filter((file) => !existsSync(join(cwd, file)))).toEqual([]);
  const applied = await runJob('apply', cwd, env);
  expect(applied).toMatchObject({ code: 0 });
  expect(await overridesOf(price)).toEqual({ PL: 39.9, CZ: 249 });

  const undo = ['-e', '-c', 'npx publisher-commerce prices undo record.jsonl --yes'];
  expect((await runProgram('bash', undo, { cwd, env })).code).toBe(0);
  expect(await overridesOf(price)).toEqual({ PL: 40 });
  // Somebody has changed it since the approval: the plan is not applied.
  rmSync(join(cwd, 'record.jsonl'));
  await client.pricePoints.update(price, { priceOverrides: [{ countryCode2: 'PL', price: 41 }] });
  expect((await runJob('apply', cwd, env)).code).toBe(3);
  expect(await overridesOf(price)).toEqual({ PL: 41 });
});
