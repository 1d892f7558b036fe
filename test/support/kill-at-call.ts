import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before a command with `--import`: the process is killed before its Nth call that changes the disk, where N is
// KILL_AT. In between, nothing changes there.
const killAt = Number(process.env['KILL_AT']);
let calls = 0;

type Changes = (...args: readonly unknown[]) => boolean;

/** Counts the calls of a function that change the disk. */
function watch(owner: object, name: string, changes: Changes = () => true): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== 'function') throw new TypeError(`${name} is no function`);
  Reflect.set(owner, name, function (this: unknown, ...args: readonly unknown[]): unknown {
    if (changes(...args)) calls += 1;
    if (calls === killAt) process.kill(process.pid, 'SIGKILL');
    const result: unknown = Reflect.apply(original, this, args);
    return result;
  });
}

const opensToWrite: Changes = (_path, flags) => typeof flags === 'string' && flags !== 'r';
for (const name of ['rename', 'rm', 'unlink', 'chmod', 'copyFile']) watch(fs.promises, name);
watch(fs.promises, 'open', opensToWrite);
for (const name of ['mkdirSync', 'rmdirSync', 'unlinkSync']) watch(fs, name);
watch(fs, 'openSync', opensToWrite);
const file = await fs.promises.open(process.execPath);
for (const name of ['write', 'writeFile', 'truncate']) watch(Object.getPrototypeOf(file) as object, name);
await file.close();
syncBuiltinESMExports();
