import { createRequire } from 'node:module';

/** Returns the version of this package. */
export function packageVersion(): string {
  // Resolved by the package's own name, which finds the same file from the sources and from the build.
  const manifest: unknown = createRequire(import.meta.url)('publisher-commerce/package.json');
  return (manifest as { version: string }).version;
}
