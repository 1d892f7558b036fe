import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const folder = join(import.meta.dirname, '../../.github/workflows');

const permissions = z.union([z.string(), z.record(z.string(), z.string())]).optional();
const workflowSchema = z.object({
  permissions,
  jobs: z.record(
    z.string(),
    z.object({
      needs: z.union([z.string().transform((job) => [job]), z.array(z.string())]).default([]),
      permissions,
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          with: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    }),
  ),
});

/** Every job of every workflow, with whether it may identify itself to the registry. */
const jobs = globSync('*.yml', { cwd: folder }).flatMap((file) => {
  const workflow = workflowSchema.parse(parse(readFileSync(join(folder, file), 'utf8')));
  return Object.entries(workflow.jobs).map(([name, job]) => {
    const granted = job.permissions ?? workflow.permissions ?? 'write-all';
    return {
      ...job,
      name: `${basename(file, '.yml')}/${name}`,
      needs: job.needs.map((needed) => `${basename(file, '.yml')}/${needed}`),
      canPublish: typeof granted === 'string' ? granted === 'write-all' : granted['id-token'] === 'write',
      actions: job.steps.flatMap(({ uses = '' }) => uses.split('@')[0] || []),
      commands: job.steps.flatMap(({ run = '' }) => run.split('\n').filter(Boolean)),
    };
  });
});

const publishing = jobs.filter(({ canPublish }) => canPublish);
const [publish] = publishing;
const pack = jobs.find(({ commands }) => commands.includes('npm pack'));

/** The artifact that a step of a job names. */
function artifactOf(job: (typeof jobs)[number] | undefined, action: string): unknown {
  return job?.steps.find(({ uses }) => uses?.startsWith(`${action}@`))?.with?.['name'];
}

test('only the job that publishes has the permission id-token', () => {
  expect(jobs.length).toBeGreaterThan(3);
  expect(publishing.map(({ name }) => name)).toEqual(['release/publish']);
});

test('the job that publishes checks nothing out, installs nothing and runs no script of a package', () => {
  expect(publish?.actions.toSorted()).toEqual(['actions/download-artifact', 'actions/setup-node']);
  const commands = publish?.commands ?? [];
  expect(commands.filter((command) => /\b(?:npx|node|npm(?! publish)|\.ci)\b/.test(command))).toEqual([]);
  expect(commands.filter((command) => command.startsWith('npm publish'))).toEqual([
    expect.stringMatching(/^npm publish \.\/publisher-commerce-\*\.tgz --ignore-scripts --provenance /),
  ]);
});

test('the tarball that is published is the one that another job built, by name and SHA-256', () => {
  expect(pack?.commands.slice(0, 3)).toEqual(['npm ci', 'npm run build', 'npm pack']);
  expect(pack?.canPublish).toBe(false);
  expect(publish?.needs).toEqual([pack?.name]);
  expect(pack?.needs).toEqual(['release/test']);
  expect(artifactOf(publish, 'actions/download-artifact')).toBe('tarball');
  expect(artifactOf(pack, 'actions/upload-artifact')).toBe('tarball');
  expect(publish?.commands[0]).toBe('echo "$SHA256" | sha256sum --check --strict');
});
