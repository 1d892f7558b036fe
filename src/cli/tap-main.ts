#!/usr/bin/env node
// `tap-publisher-commerce`: tools that run a Singer tap name an executable without arguments.
process.argv.splice(2, 0, 'tap');
await import('./main.ts');
