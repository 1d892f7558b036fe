import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';

const longest = 10 * 60_000;

/** A process of the bench, and the message that it sends when it is ready or done. */
export interface Child<Message> {
  readonly message: Promise<Message>;
  /** Sends it a message, and returns its reply. */
  readonly ask: <Reply>() => Promise<Reply>;
  readonly pid: number;
  /** Asks it to end, by closing the channel. */
  readonly end: () => void;
}

/** Starts a script of the bench in its own process, with `input` as JSON; it ends when this process does. */
export function startChild<Message>(script: string, input: unknown): Child<Message> {
  // A fresh process: no flags, and no loaders, of the one that starts it.
  const child = fork(join(import.meta.dirname, script), [JSON.stringify(input)], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  const end = (): void => {
    if (child.connected) child.disconnect();
  };
  const ask = async <Reply>(): Promise<Reply> => {
    const reply = once(child, 'message');
    child.send('ask');
    // A script replies with one message, of the type named where it is asked.
    return (await reply)[0] as Reply;
  };
  return { message: messageOf<Message>(child, basename(script)), ask, pid: child.pid ?? 0, end };
}

async function messageOf<Message>(child: ChildProcess, name: string): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  let complaint = '';
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(0, 4000)));
  const timer = setTimeout(() => {
    child.kill();
    reject(new Error(`${name} took longer than ${longest / 60_000} minutes`));
  }, longest);
  child.once('message', (message) => {
    // The first message of each script is of the type named here.
    resolve(message as Message);
  });
  child.once('error', reject);
  child.once('close', (code, signal) => {
    const line = complaint.split('\n').find((text) => /^\w*Error\b/.test(text)) ?? complaint;
    reject(new Error(`${name} ended with ${signal ?? String(code)}: ${line}`));
  });
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** Runs a script of the bench to its end. */
export async function runChild<Message>(script: string, input: unknown): Promise<Message> {
  const child = startChild<Message>(script, input);
  try {
    return await child.message;
  } finally {
    child.end();
  }
}
