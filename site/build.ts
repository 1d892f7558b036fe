// Builds the site into docs/site: `node site/build.ts`.
import { cpSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'vitepress';

import { llmsText } from './llms-text.ts';
import { stagePages } from './stage-pages.ts';

const staged = join(import.meta.dirname, '../out/site');
const site = join(import.meta.dirname, '../docs/site');

const sidebars = await stagePages(staged);
writeFileSync(join(staged, 'sidebars.json'), JSON.stringify(sidebars));
await build(import.meta.dirname);

// Next to each page the Markdown that it is made of, for coding assistants.
for (const page of globSync('**/*.md', { cwd: staged })) cpSync(join(staged, page), join(site, page));
writeFileSync(join(site, 'llms.txt'), llmsText(sidebars, staged));
