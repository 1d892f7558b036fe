import { createRequire } from 'node:module';

import { invalidOption } from '../client/errors/index.ts';
import { errorCode } from './error-code.ts';

/** An optional peer dependency. It installs beside any version, and is checked when what needs it is used. */
export interface Peer {
  readonly name: string;
  /** The oldest version that works. */
  readonly oldest: string;
  /** The first one that is not known to work. */
  readonly below?: string;
  /** The command that installs it. */
  readonly install: string;
  /** What to do where the project needs a version that does not work. */
  readonly otherwise?: string;
}

/**
 * Checks the version of a peer that is installed. It is unknown where a bundler has included the peer.
 *
 * @throws {@link ConfigurationError} with the version that was found, and those that work
 */
export function checkPeer({ name, oldest, below, install, otherwise }: Peer): void {
  const found = installedVersion(name);
  if (found === undefined) return;
  if (!isOlder(found, oldest) && (below === undefined || isOlder(found, below))) return;
  const needed = `${oldest} or newer${below === undefined ? '' : `, below ${below},`}`;
  const advice = otherwise === undefined ? '' : `. ${otherwise}`;
  throw invalidOption(name, `found ${found}, but ${needed} is needed. Run: ${install}${advice}`);
}

/** Returns the error for a peer that cannot be imported: it may be installed, but not what it depends on itself. */
export function explainImport({ name, install }: Peer, error: unknown): unknown {
  const code = errorCode(error);
  if (!(error instanceof Error) || (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND'))
    return error;
  const missing = /'([^']+)'/.exec(error.message)?.[1] ?? name;
  const problem = missing === name ? 'is not installed' : `needs ${missing}, which is not installed`;
  return invalidOption(name, `${problem}. Run: ${install}`);
}

/** Compares the numbers of two versions. */
function isOlder(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) < 0;
}

function installedVersion(name: string): string | undefined {
  try {
    return (requireHere()(`${name}/package.json`) as { readonly version: string }).version;
  } catch {
    return undefined;
  }
}

/** Returns the `require` of this package, also in its ESM build. */
export function requireHere(): NodeJS.Require {
  // The CommonJS build has no `import.meta`.
  return createRequire(typeof __filename === 'undefined' ? import.meta.url : __filename);
}
