import { readFileSync } from 'node:fs';

import { defineConfig, type MarkdownEnv } from 'vitepress';

import { addRowIds } from './message-rows.ts';
import { plainSearchRoles, search } from './search.ts';
import { changelogLink, slugOf } from './slugs.ts';
import type { Sidebars } from './stage-pages.ts';

// Written by build.ts, together with the pages.
const staged = new URL('../../out/site/', import.meta.url);
const { guides, api } = JSON.parse(readFileSync(new URL('sidebars.json', staged), 'utf8')) as Sidebars;
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  // The manifest of this package.
) as { version: string };
const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0f6b5c"/><path d="M9 10h14M9 16h14M9 22h8" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;

export default defineConfig({
  lang: 'en',
  title: 'publisher-commerce',
  description: 'The TypeScript client for the Publisher Commerce API',
  // The folder that the site is served from, with a slash at each end.
  base: process.env.SITE_BASE ?? '/',
  // One copy of the sidebars instead of one in each page.
  metaChunk: true,
  srcDir: '../out/site',
  outDir: 'site',
  cacheDir: '../out/vitepress',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  transformHead: ({ pageData: { relativePath } }) => [
    [
      'link',
      { rel: 'alternate', type: 'text/markdown', href: `${process.env.SITE_BASE ?? '/'}${relativePath}` },
    ],
  ],
  vite: { plugins: [plainSearchRoles()] },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (markdown) => {
      // A cell without text at the top of a column is no header.
      markdown.core.ruler.push('empty-headers', ({ tokens }) => {
        for (const [index, token] of tokens.entries()) {
          const isEmpty = token.type === 'th_open' && tokens[index + 1]?.content === '';
          const close = tokens[index + 2];
          if (isEmpty && close) token.tag = close.tag = 'td';
        }
      });
      markdown.core.ruler.push('message-rows', ({ tokens, env }) => addRowIds(tokens, env as MarkdownEnv));
    },
    anchor: { slugify: slugOf },
  },
  themeConfig: {
    nav: [
      {
        text: 'Guides',
        link: '/docs/getting-started',
        activeMatch: '^/(docs|github|CHANGELOG)',
      },
      { text: 'API', link: '/api/', activeMatch: '^/api/' },
      {
        text: version,
        items: [
          { text: `Changes in ${version}`, link: changelogLink(changelog, version) },
          { text: 'All changes', link: '/CHANGELOG' },
          { text: 'Versions and deprecations', link: '/docs/versions' },
        ],
      },
    ],
    sidebar: { '/api/': api, '/': guides },
    outline: [2, 3],
    search,
  },
});
