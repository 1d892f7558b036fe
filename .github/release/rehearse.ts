// Does everything that a release does, in a temporary clone of the last commit, and publishes nothing:
// `npm run release:rehearse`. A version may follow `--`; with `--keep` the folder remains.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

import { runProgram } from '../../test/support/run-program.ts';
import { installRuntime, missingRuntimes, nodeBinary } from '../../test/support/runtimes.ts';
import { nextVersion } from './changelog.ts';
import { linkFolder } from './link-folder.ts';
import { missingFields } from './owner.ts';

const root = join(import.meta.dirname, '../..');
const keep = process.argv.includes('--keep');
const named = process.argv.slice(2).find((argument) => argument !== '--keep');

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'publisher-commerce-release-')));
const clone = join(folder, 'clone');
const consumer = join(folder, 'consumer');
const readText = (path: string): string => readFileSync(join(clone, path), 'utf8');

/** Without what npm and Vitest set for the script that runs, and without options of the client. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|config_loglevel)|PUBLISHER_|VITEST|NODE_ENV$)/.test(name),
  ),
);
env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

/** What a user of the package runs: an import and a require. */
const program = `
import { createRequire } from 'node:module';
import { formatAmount } from 'publisher-commerce';

const required = createRequire(import.meta.url)('publisher-commerce');
const amounts = [formatAmount(999, 'USD', { locale: 'en' }), required.formatAmount(999, 'USD', { locale: 'en' })];
console.log(\`\${process.version}: import \${amounts[0]}, require \${amounts[1]}\`);
`;

console.log('Rehearses a release in a temporary folder, and publishes nothing: 2 minutes on two cores.');
const { names, megabytes } = missingRuntimes([22, 26]);
if (names.length > 0)
  console.log(`First it installs ${names.join(' and ')} from the npm registry: ${megabytes} MB.`);

// An interrupt ends the program of the running step, and so the rehearsal, which then removes its folder.
process.on('SIGINT', () => undefined);

try {
  await rehearse();
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
} finally {
  if (keep) console.log(`Kept ${folder}`);
  else rmSync(folder, { recursive: true });
}

async function rehearse(): Promise<void> {
  const { version, isNew } = await step('clone', async () => {
    const commit = (await git(root, 'rev-parse', 'HEAD')).trim();
    const isClean = (await git(root, 'status', '--porcelain')) === '';
    await git(folder, 'clone', '--quiet', '--no-tags', root, clone);
    await git(clone, 'checkout', '--quiet', '--detach', commit);
    // The manifest of this package.
    const { version: current } = JSON.parse(readText('package.json')) as { version: string };
    const changelog = readText('CHANGELOG.md');
    const next = named ?? nextVersion(changelog, current);
    return {
      version: next,
      isNew: !changelog.includes(`\n## ${next} - `),
      shown: `commit ${commit.slice(0, 7)}${isClean ? '' : ', without the changes that are not committed'}`,
    };
  });

  await step('dependencies', async () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    const isSame = readText('package-lock.json') === lock;
    if (isSame && linkFolder(join(root, 'node_modules'), join(clone, 'node_modules')))
      return { shown: 'those of this folder, since package-lock.json is the same' };
    await run('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund']);
    return { shown: 'npm ci' };
  });

  await step('version', async () => {
    await run('npm', ['run', '--silent', 'release:prepare', '--', version]);
    await git(clone, 'commit', '--quiet', '--all', '--no-verify', '-m', `Release ${version}`);
    await git(clone, 'tag', `v${version}`);
    await git(clone, 'checkout', '--quiet', `v${version}`);
    const [heading = ''] = /^## \d.*$/m.exec(readText('CHANGELOG.md')) ?? [];
    return { shown: `tag v${version}, changelog "${heading}"` };
  });

  await step('build', () => run('npm', ['run', '--silent', 'build']));

  const { tarball, facts } = await step('npm pack', async () => {
    await run('npm', ['pack', '--silent']);
    const [file = ''] = globSync('publisher-commerce-*.tgz', { cwd: clone });
    const bytes = readFileSync(join(clone, file));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return {
      tarball: file,
      facts: `${file}\n${bytes.length} bytes\nSHA-256 ${sha256}`,
      shown: file,
    };
  });

  await step('npm publish --dry-run', async () => {
    const [, flags] = /npm publish \S+ (.+) --tag /.exec(readText('.github/workflows/release.yml')) ?? [];
    if (flags === undefined) throw new Error('.github/workflows/release.yml does not publish with --tag');
    const tag = version.includes('-') ? 'next' : 'latest';
    // Nothing is new right after a release: then npm knows the version, and would reject it.
    const again = isNew ? [] : ['--force'];
    await run('npm', ['publish', `./${tarball}`, ...flags.split(' '), '--tag', tag, '--dry-run', ...again]);
    return { shown: `${flags} --tag ${tag}` };
  });

  await step('npm install', async () => {
    mkdirSync(consumer);
    writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }\n');
    writeFileSync(join(consumer, 'consumer.js'), program);
    const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...flags, join(clone, tarball)], consumer);
    return { shown: 'the tarball, in an empty folder' };
  });

  for (const major of [22, 24, 26] as const) {
    await step(`Node ${major}`, async () => {
      installRuntime(major);
      const node = nodeBinary(major);
      const imported = await run(node, ['consumer.js'], consumer);
      const command = join(consumer, 'node_modules/publisher-commerce/dist/cli/main.js');
      const file = `last-month-${major}.csv`;
      const flags = ['--month', 'last', '--demo', '--out', file, '--json'];
      // A receipt of this package.
      const receipt = JSON.parse(await run(node, [command, 'export', ...flags], consumer)) as {
        rows: number;
        complete: boolean;
      };
      if (!receipt.complete) throw new Error(`${file} is not complete`);
      return { shown: `${imported.trim()}; exported ${receipt.rows} rows` };
    });
  }

  await step('site', async () => {
    await run('npm', ['run', '--silent', 'docs']);
    const pages = globSync('**/*.html', { cwd: join(clone, 'docs/site') });
    return { shown: `${pages.length} pages, from v${version}` };
  });

  console.log(`\n${facts}`);
  const missing = missingFields(JSON.parse(readText('package.json')));
  if (missing.length > 0)
    console.log(
      `\nOnly the owner can fill in what package.json lacks: ${missing.join(', ')}. See docs/releasing.md.`,
    );
}

/** Runs a step, and prints its name, how long it took, and its result. */
async function step<T extends { shown: string } | string>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const report = (mark: string, shown: string): void => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${mark} ${name.padEnd(22)}${seconds.padStart(6)} s  ${shown}`);
  };
  try {
    const result = await work();
    report('ok    ', typeof result === 'string' ? '' : result.shown);
    return result;
  } catch (error) {
    report('failed', '');
    throw error;
  }
}

/** Runs a command in the clone, and returns what it prints. */
async function run(command: string, args: readonly string[], cwd = clone): Promise<string> {
  const { code, signal, out, err } = await runProgram(command, args, { cwd, env });
  if (code === 0) return out;
  const reason = signal ?? `exit code ${code ?? ''}`;
  throw new Error(`${[command, ...args].join(' ')}: ${reason}\n${out}${err}`.trimEnd());
}

/** Runs git without the settings of whoever rehearses: no signature, no hook, and no name of theirs. */
function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const settings = [
    'user.name=rehearsal',
    'user.email=rehearsal@localhost',
    'commit.gpgSign=false',
    'tag.gpgSign=false',
  ];
  return run('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], cwd);
}
