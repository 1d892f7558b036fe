import { packageVersion } from '../runtime/runtime.ts';

/** Globals by which runtimes are recognized; each may be missing. */
interface RuntimeGlobals {
  readonly Deno?: { readonly version?: { readonly deno?: string } };
  readonly Bun?: { readonly version?: string };
  readonly EdgeRuntime?: unknown;
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: {
    readonly release?: { readonly name?: string };
    readonly versions?: { readonly node?: string };
  };
}

/**
 * Returns the `user-agent` with the name and version of this package and its runtime. Returns `undefined` in unknown
 * runtimes: browsers have their own, and a preflight request would have to allow another one.
 */
export function userAgent(globals: RuntimeGlobals = globalThis): string | undefined {
  const runtime = runtimeOf(globals);
  if (runtime === undefined) return undefined;
  return `publisher-commerce/${packageVersion} ${runtime}`;
}

function runtimeOf(globals: RuntimeGlobals): string | undefined {
  // Deno and Bun also look like Node.
  if (globals.Deno) return named('deno', globals.Deno.version?.deno);
  if (globals.Bun) return named('bun', globals.Bun.version);
  if (globals.navigator?.userAgent === 'Cloudflare-Workers') return 'workerd';
  if (typeof globals.EdgeRuntime === 'string') return 'edge-runtime';
  return globals.process?.release?.name === 'node'
    ? named('node', globals.process.versions?.node)
    : undefined;
}

function named(name: string, version: string | undefined): string {
  return version === undefined ? name : `${name}/${version}`;
}
