import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { missingFields } from '../../.github/release/owner.ts';
import { type Finished, runProgram } from '../support/run-program.ts';

const root = join(import.meta.dirname, '../..');
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'rehearsal-'));
});
afterAll(() => rm(temporary, { recursive: true }));

function rehearse(...args: readonly string[]): Promise<Finished> {
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary };
  return runProgram(process.execPath, [join(root, '.github/release/rehearse.ts'), ...args], { env });
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** The commit, the tags and the changes of this checkout. */
async function stateOfCheckout(): Promise<readonly string[]> {
  const commands = [['rev-parse', 'HEAD'], ['tag'], ['status', '--porcelain']];
  const outputs = await Promise.all(commands.map((args) => runProgram('git', args, { cwd: root })));
  return outputs.map(({ out }) => out);
}

test(
  'a rehearsal packs the next version with its date, runs it on Node 22, 24 and 26, builds the site, and changes nothing here',
  { timeout: 600_000 },
  async () => {
    const before = await stateOfCheckout();
    const days = [today()];
    const { code, out, err } = await rehearse('--keep');
    console.log(out);

    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.match(/(?<=^ok {5}).+?(?= +\d+\.\d s)/gm)).toEqual([
      ...['clone', 'dependencies', 'version', 'build', 'npm pack', 'npm publish --dry-run', 'npm install'],
      ...['Node 22', 'Node 24', 'Node 26', 'site'],
    ]);

    const folder = /^Kept (.+)$/m.exec(out)?.[1] ?? '';
    const [, tag, version, date] = /tag (v(\S+)), changelog "## \2 - (\d{4}-\d\d-\d\d)"/.exec(out) ?? [];
    days.push(today());
    expect(days).toContain(date);
    expect(tag).toBe(`v${version}`);
    const files = /^(publisher-commerce-(\S+)\.tgz)\n(\d+) bytes\nSHA-256 ([\da-f]{64})$/m.exec(out);
    const [, file = '', packed, size, sha256] = files ?? [];
    const tarball = await readFile(join(folder, 'clone', file));
    expect(packed).toBe(version);
    expect(size).toBe(String(tarball.length));
    expect(sha256).toBe(createHash('sha256').update(tarball).digest('hex'));

    const installed = join(folder, 'consumer/node_modules/publisher-commerce');
    const manifest: unknown = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(manifest).toMatchObject({ version });
    for (const field of missingFields(manifest))
      expect(out).toMatch(new RegExp(`package\\.json lacks: .*${field}`));
    expect(await readFile(join(installed, 'CHANGELOG.md'), 'utf8')).toContain(
      `\n## Unreleased\n\n## ${version} - ${date}\n`,
    );
    const consumers = out.match(/(?<= s {2})v\d+.+$/gm) ?? [];
    expect(consumers.map((line) => line.replaceAll(/(?<=^v\d+)\.\d+\.\d+|[\d,]+(?= rows)/g, 'x'))).toEqual(
      [22, 24, 26].map((major) => `v${major}x: import $9.99, require $9.99; exported x rows`),
    );

    const site = join(folder, 'clone/docs/site');
    const [front, changelog] = await Promise.all(
      ['index.html', 'CHANGELOG.html'].map((page) => readFile(join(site, page), 'utf8')),
    );
    expect(front).toContain(version);
    const [, anchor = ''] = /href="[^"]*\/CHANGELOG(?:\.html)?#([^"]+)"/.exec(front ?? '') ?? [];
    expect(changelog).toContain(`id="${version?.replaceAll('.', '')}---${date}"`);
    if (anchor) expect(changelog).toContain(`id="${anchor}"`);

    expect(await stateOfCheckout()).toEqual(before);
    await rm(folder, { recursive: true });
  },
);

test(
  'a step that fails ends the rehearsal with its name and exit code 1, and the folder is removed',
  { timeout: 120_000 },
  async () => {
    const { code, out, err } = await rehearse('1.2');

    expect(code).toBe(1);
    expect(out.trimEnd().split('\n').at(-1)).toMatch(/^failed version +\d+\.\d s/);
    expect(err).toContain('The version must be like 1.2.3 or 1.3.0-beta.1, not "1.2"');
    // The command keeps compiled code there, too.
    const left = (await readdir(temporary)).filter((name) => name !== 'node-compile-cache');
    expect(left).toEqual([]);
  },
);
