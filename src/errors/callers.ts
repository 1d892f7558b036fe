import { PublisherError } from './publisher-error.ts';

/** Where user code called a method; the stack is formatted when it is read. */
export interface Caller {
  readonly stack?: string;
}

/** Errors whose frames are kept: those of an inner call, and what user code made. */
const kept = new WeakSet<object>();
const creators = new WeakMap<object, Caller>();

/** Captures the stack above a call of the given function. */
export function captureCaller(called: (...args: never[]) => unknown): Caller {
  // Not `new Error()`, which would capture the stack twice.
  const caller = Object.create(Error.prototype) as Caller;
  const { captureStackTrace } = Error as Partial<typeof Error>; // not a standard, although Node's types declare it
  if (!captureStackTrace) return new Error('caller');
  captureStackTrace(caller, called);
  return caller;
}

/** Remembers where an object was created. */
function setCreator(object: object, caller: Caller): void {
  creators.set(object, caller);
}

/** Returns where an object was created, if that was remembered. */
export function creatorOf(object: object): Caller | undefined {
  return creators.get(object);
}

/** Keeps the frames of an error that user code made, for example the reason of an abort. */
export function keepFrames(error: unknown): void {
  if (error instanceof PublisherError) kept.add(error);
}

/**
 * Replaces the frames of an error of this package by those of its callers, the first one first, and returns the error.
 *
 * The error of a request is created when a socket, a timer or a queue calls back, so its own frames are all of this
 * package and its dependencies. What user code throws, such as an abort reason, is not changed.
 */
export function addCallers(error: unknown, callers: readonly (Caller | undefined)[]): unknown {
  if (!(error instanceof PublisherError) || kept.has(error)) return error;
  kept.add(error);
  const frames = new Map(callers.flatMap(framesOf).map((frame) => [lineOf(frame), frame]));
  const { header } = split(error.stack);
  // A user may have disabled or replaced stack traces, or made errors read-only.
  if (frames.size > 0 && header) Reflect.set(error, 'stack', [header, ...frames.values()].join('\n'));
  return error;
}

function framesOf(caller: Caller | undefined): readonly string[] {
  return split(caller?.stack).frames;
}

/** Splits a stack in the format of V8, which Bun uses too; without frames in any other format. */
function split(stack: unknown): { readonly header: string; readonly frames: readonly string[] } {
  if (typeof stack !== 'string') return { header: '', frames: [] };
  const [header = '', ...frames] = stack.split(/\n(?=\s+at )/);
  return { header, frames };
}

/** Returns the file and line of a frame: two calls on a line need one frame. */
function lineOf(frame: string): string {
  return /[^\s(]+(?=:\d+\)?$)/.exec(frame)?.[0] ?? frame;
}

type Method = (...args: unknown[]) => unknown;

/**
 * Returns the same methods, whose errors show where user code called them. An object that a method returns at once,
 * such as a paginator, remembers where it was created.
 */
export function traceCallers<Methods extends object>(methods: Methods): Methods {
  const traced = Object.entries(methods).map(([name, method]) => [name, traceCaller(name, method as Method)]);
  // The names and signatures are unchanged.
  return Object.fromEntries(traced) as Methods;
}

function traceCaller(name: string, method: Method): Method {
  function call(...args: unknown[]): unknown {
    const caller = captureCaller(call);
    const result = method(...args);
    if (result instanceof Promise) {
      return result.catch((error: unknown) => {
        throw addCallers(error, [caller]);
      });
    }
    if (Object(result) === result) setCreator(result as object, caller);
    return result;
  }
  return Object.defineProperty(call, 'name', { value: name });
}
