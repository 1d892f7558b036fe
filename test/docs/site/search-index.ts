import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { search as settings } from '../../../docs/.vitepress/search.ts';

/** What is used of MiniSearch, which VitePress depends on. */
interface MiniSearch {
  readonly loadJSON: (
    json: string,
    options: object,
  ) => { search: (words: string) => readonly { readonly id: string }[] };
}

/** Opens the index of a built site. Returns a search as the box of the site does it: the pages, the best first. */
export async function openSearchIndex(folder: string): Promise<(words: string) => string[]> {
  const [file = ''] = globSync('assets/chunks/@localSearchIndexroot*.js', { cwd: folder });
  const { default: json } = (await import(join(folder, file))) as { default: string };
  // Its exports are those of the version that VitePress uses.
  const miniSearchClass = createRequire(import.meta.resolve('vitepress'))('minisearch') as MiniSearch;
  const { miniSearch } = settings.provider === 'local' ? (settings.options ?? {}) : {};
  const index = miniSearchClass.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    // Those of VitePress, and ours.
    searchOptions: {
      fuzzy: 0.2,
      prefix: true,
      boost: { title: 4, text: 2, titles: 1 },
      ...miniSearch?.searchOptions,
    },
  });
  return (words) => index.search(words).map(({ id }) => id.replace(/(?:\.html)?(?:#.*)?$/, ''));
}
