/** Returns Node's `process`, which Deno and Bun have too; workers have none, or only a part of it. */
export function nodeProcess(): Partial<NodeJS.Process> {
  return (globalThis as { readonly process?: Partial<NodeJS.Process> }).process ?? {};
}
