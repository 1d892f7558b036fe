/** The oldest supported Node, as in `engines` of package.json. */
const oldest = { major: 22, minor: 12 };

/** Returns a sentence that says what this runtime lacks: a newer Node, or what a simulated page hides; `undefined` if nothing. */
export function unsupportedNode(): string | undefined {
  // jsdom in Jest; its own error names a file of ours, and not what to do.
  if (typeof TextEncoder === 'undefined')
    return 'publisher-commerce requires TextEncoder, which jsdom hides: begin the test file with /** @jest-environment node */';
  // Deno and Bun report themselves as a Node of some version.
  if ('Deno' in globalThis || 'Bun' in globalThis) return undefined;
  // Not by `nodeProcess`: a file that others share would itself import the check.
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  const version = process?.versions?.node;
  if (process?.release?.name !== 'node' || version === undefined) return undefined;
  const [major = NaN, minor = NaN] = version.split('.').map(Number);
  const isOlder = major < oldest.major || (major === oldest.major && minor < oldest.minor);
  if (!isOlder) return undefined;
  return `publisher-commerce requires Node ${oldest.major}.${oldest.minor} or newer; this is Node ${version}`;
}
