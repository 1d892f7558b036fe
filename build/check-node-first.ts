import { basename } from 'node:path';

import type { Options } from 'tsup';

type Plugin = NonNullable<Options['plugins']>[number];

/**
 * Makes every file of a build import the check of Node's version before anything else, also the chunks: bundlers skip an
 * entry that only passes on what a chunk exports.
 */
export function checkNodeFirst(): Plugin {
  return {
    name: 'check-node-first',
    renderChunk(code, { path }) {
      const file = basename(path);
      // esbuild adds a chunk of its helpers, none of which is used here, and which would import the check.
      if (file.startsWith('check-node.')) return { code: code.replace(/^import "[^"]+";/m, '') };
      if (file.endsWith('.js')) return { code: `import "./check-node.js";${code}` };
      if (file.endsWith('.cjs')) {
        return { code: code.replace(/^"use strict";/, '"use strict";require("./check-node.cjs");') };
      }
      return undefined;
    },
  };
}
