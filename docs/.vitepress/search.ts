import type { DefaultTheme, MarkdownEnv } from 'vitepress';

import { rowsToSections } from './message-rows.ts';

/** What is used of markdown-it, whose types VitePress takes from two places. */
interface Renderer {
  render: (source: string, env: MarkdownEnv) => string;
}

const generalHeadings =
  /<h([2-6])[^>]*>(?:Parameters|Type Parameters|Returns|Throws|Example|Extends|Extended by|Properties|Methods|Accessors|Constructors?|Get Signature|See|Functions|Classes|Interfaces|Type Aliases|Variables|References)\b[^]*?<\/h\1>/g;

/** The search, which needs no server. */
export const search: NonNullable<DefaultTheme.Config['search']> = {
  provider: 'local',
  options: {
    detailedView: true,
    // In the reference a name is found, and not the headings below it, which are the same on every page.
    _render: (source: string, env: MarkdownEnv, markdown: Renderer) => {
      // Tags are removed without a space: the last word of a line would be joined to the first of the next one.
      const html = rowsToSections(markdown.render(source, env).replaceAll('<br>', '<br> '));
      const isApi = env.relativePath.startsWith('api/');
      if (env.frontmatter?.search === false) return '';
      return isApi ? html.replaceAll(generalHeadings, '') : html;
    },
    miniSearch: {
      searchOptions: {
        // Runs in the browser, on its own: messages, guides, pages for reference, the project, the API.
        boostDocument: (id: string, term, fields) => {
          const project =
            /\/(CHANGELOG|CONTRIBUTING|SECURITY|docs\/(AGENTS|benchmarks|decisions|glossary|releasing|adding-))/;
          const reference = /\/docs\/(api|spec-gaps|reliability|ledger-columns|operations|data\/)/;
          // Sections of these name what other guides explain: programs for each subject, queries about refunds.
          const program = /\/docs\/examples\.html/.test(id);
          const isTop = Array.isArray(fields?.titles) && fields.titles.length === 0;
          const query = /\/docs\/postgres\.html#/.test(id) && !isTop;
          const collection = reference.test(id) || query;
          const weight = program ? 0.1 : collection ? 0.5 : 1;
          // A row of the messages: a pasted one has words that nobody types who searches for a subject.
          const isCommon =
            /^(?:a|an|and|be|but|by|cannot|did|does|for|from|has|in|is|it|its|must|no|not|of|on|or|that|the|this|to|was|were|which|with|you)$/;
          if (/#.*#/.test(id)) return isCommon.test(term) ? 3 : 0.6;
          const page = /\/api\//.test(id) ? 0.1 : project.test(id) ? 0.2 : weight;
          return isTop ? page * 1.4 : page;
        },
      },
    },
  },
};

interface Plugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly transform: (code: string, id: string) => string | undefined;
}

/**
 * Gives the search box of VitePress the roles of what it is, a dialog with a list of links. Its own are a button around
 * everything and options that contain links, whose content a screen reader does not read. Takes whole messages, too.
 */
export function plainSearchRoles(): Plugin {
  return {
    name: 'plain-search-roles',
    enforce: 'pre',
    transform: (code, id) =>
      /\/VPLocalSearchBox\.vue$/.test(id)
        ? code
            .replace('role="button"', 'role="dialog" aria-modal="true"')
            // A pasted message is longer.
            .replace('maxlength="64"', 'maxlength="500"')
            .replaceAll(
              / :?(?:aria-owns|aria-activedescendant|aria-autocomplete|aria-controls|aria-selected)="[^"]*"/g,
              '',
            )
            .replaceAll(/ aria-(?:expanded|haspopup)="[^"]*"/g, '')
            .replace(/ :role="[^"]*"\s+:aria-labelledby="[^"]*"/, '')
            .replace(' role="option"', '')
            // A key with a name of its own, drawn as an icon.
            .replaceAll('<kbd :aria-label', '<kbd role="img" :aria-label')
            .replace(/ :aria-label="\[\.\.\.p\.titles[^"]*"/, '')
        : undefined,
  };
}
