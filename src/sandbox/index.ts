// The entry point `publisher-commerce/sandbox`: the documented service in memory. It needs msw.
export { createSandbox, type Sandbox } from './create-sandbox.ts';
export type { ListenOptions, SandboxServer } from './listen.ts';
export type { SandboxOptions } from './options.ts';
