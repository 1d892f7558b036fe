import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { build } from 'esbuild';

import { runtimeBinary } from '../support/runtimes.ts';
import type { WorkerSettings } from './programs/worker.ts';
import type { Project } from './project.ts';

/** A deployed worker. */
interface Worker extends AsyncDisposable {
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Deploys a worker to workerd, the runtime of Cloudflare Workers, with settings. */
type Deploy = (project: Project, settings: WorkerSettings) => Promise<Worker>;

/** Bundles a worker for a platform without Node: an import of `node:` fails. */
async function bundle(project: Project, entry: string): Promise<void> {
  await build({
    entryPoints: [entry],
    external: ['cloudflare:workers'],
    outfile: `${project.folder}/bundle.js`,
    bundle: true,
    minify: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser', 'import'],
    format: 'esm',
    logLevel: 'silent',
  });
}

/** Deploys the worker of the tests, to a workerd that has nothing of Node. */
export const oldWorker: Deploy = async (project, settings) => {
  await project.writeProgram('worker', 'module');
  const entry = await project.write(
    'module/entry.js',
    `import { createWorker } from './worker.js';
    let handle;
    export default { fetch: (request, env) => (handle ??= createWorker(env))(request) };`,
  );
  return startWorkerd(project, entry, configOf('2023-01-01', settings));
};

/** Deploys the worker that the guide shows, to a workerd that has `process`, `Buffer` and `setImmediate`. */
export const documentedWorker: Deploy = async (project, settings) => {
  await project.writeDocumented('src/worker.ts');
  return startWorkerd(project, `${project.folder}/src/worker.ts`, configOf('2026-11-01', settings));
};

async function startWorkerd(project: Project, entry: string, settings: string): Promise<Worker> {
  await bundle(project, entry);
  const config = await project.write('workerd.capnp', settings);
  const child = spawn(runtimeBinary('workerd'), ['serve', '--control-fd=1', config], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const port = await listeningPort(createInterface(child.stdout));
  return {
    fetch: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
    },
  };
}

async function listeningPort(lines: AsyncIterable<string>): Promise<number> {
  for await (const line of lines) {
    // workerd documents this form.
    const { event, port } = JSON.parse(line) as { event: string; port: number };
    if (event === 'listen') return port;
  }
  throw new Error('workerd did not start');
}

function configOf(compatibilityDate: string, { baseUrl, token }: WorkerSettings): string {
  // The worker of the guide, and that of the tests, have names of their own for the same.
  const variables = { baseUrl, token, PUBLISHER_BASE_URL: baseUrl, PUBLISHER_TOKEN: token };
  const bindings = Object.entries(variables).map(([name, text]) => `(name = "${name}", text = "${text}")`);
  return `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        (name = "main", worker = (
          modules = [(name = "bundle", esModule = embed "bundle.js")],
          compatibilityDate = "${compatibilityDate}",
          bindings = [${bindings.join(', ')}],
          globalOutbound = "loopback",
        )),
        (name = "loopback", network = (allow = ["private"])),
      ],
      sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
    );`;
}
