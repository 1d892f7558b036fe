import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** The interpreter of the Python scripts. */
export const python = process.env['PYTHON'] ?? 'python3';

// DuckDB's own command is found first.
const path = `${process.env['PATH'] ?? ''}${delimiter}${join(import.meta.dirname, 'bin')}`;

/** The environment of the programs that are measured. */
export const environment = { ...process.env, PATH: path, PYTHONDONTWRITEBYTECODE: '1' };

/** Each program and library that a script needs, and a command that prints its version. */
const probes = {
  // With what measures every script.
  Python: [python, '-c', 'import platform, resource; print(platform.python_version())'],
  pandas: [python, '-c', 'import pandas; print(pandas.__version__)'],
  pyarrow: [python, '-c', 'import pyarrow; print(pyarrow.__version__)'],
  curl: ['curl', '--version'],
  jq: ['jq', '--version'],
  DuckDB: ['duckdb', '--version'],
} as const;

export type Tool = keyof typeof probes;

const all = Object.keys(probes) as Tool[]; // the keys of an object are those of its type

/** Those that are installed, each with its version. */
export function findTools(): ReadonlyMap<Tool, string> {
  const found = new Map<Tool, string>();
  for (const tool of all) {
    const [command, ...args] = probes[tool];
    const { status, stdout } = spawnSync(command, args, { env: environment, encoding: 'utf8' });
    const [version] = status === 0 ? (/\d[\w.]*/.exec(stdout) ?? []) : [];
    if (version !== undefined) found.set(tool, version);
  }
  return found;
}

/** Those that are not among `found`. */
export function missingTools(found: ReadonlyMap<Tool, string>): readonly Tool[] {
  return all.filter((tool) => !found.has(tool));
}
