import { vi } from 'vitest';

import { run } from '../../src/cli/run.ts';

/** What a command has printed. */
export interface Output {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Calls back, as a stream that has written everything. */
function written(_chunk: unknown, encoding?: unknown, callback: unknown = encoding): boolean {
  if (typeof callback === 'function') (callback as () => void)();
  return true;
}

/** Runs a command in this process, which is faster. Its output names the files without their folder. */
export async function runHere(args: readonly string[], folder = ''): Promise<Output> {
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(written),
  );
  try {
    const code = await run(args);
    const [out = '', err = ''] = spies.map((spy) => {
      const text = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
      return folder === '' ? text : text.replaceAll(folder, '');
    });
    return { code, out, err };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs something as a process in this folder, and with only these variables, would. */
export async function inFolder(
  path: string,
  env: NodeJS.ProcessEnv,
  act: () => Promise<Output>,
): Promise<Output> {
  const before = { folder: process.cwd(), env: { ...process.env } };
  process.chdir(path);
  // A command would retry for five minutes what a test lets fail.
  setEnvironment({ PUBLISHER_RETRY_FOR: '0', ...env });
  try {
    return await act();
  } finally {
    process.chdir(before.folder);
    setEnvironment(before.env);
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, env);
}
