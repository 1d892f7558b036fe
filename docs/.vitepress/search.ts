import type { DefaultTheme, MarkdownEnv } from 'vitepress';

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
      const html = markdown.render(source, env);
      const isApi = env.relativePath.startsWith('api/');
      if (env.frontmatter?.search === false) return '';
      return isApi ? html.replaceAll(generalHeadings, '') : html;
    },
    miniSearch: {
      searchOptions: {
        // Runs in the browser, on its own: guides first, then pages for reference, then the project, then the API.
        boostDocument: (id: string, _term, fields) => {
          const project =
            /\/(CHANGELOG|CONTRIBUTING|SECURITY|docs\/(benchmarks|decisions|releasing|adding-))/;
          const reference = /\/docs\/(api|spec-gaps|reliability|ledger-columns|operations|data\/)/;
          // Sections of these name what other guides explain: programs for each subject, queries about refunds.
          const program = /\/docs\/examples\.html/.test(id);
          const isTop = Array.isArray(fields?.titles) && fields.titles.length === 0;
          const query = /\/docs\/postgres\.html#/.test(id) && !isTop;
          const collection = reference.test(id) || query;
          const weight = program ? 0.1 : collection ? 0.5 : 1;
          const page = /\/api\//.test(id) ? 0.1 : project.test(id) ? 0.2 : weight;
          return isTop ? page * 1.5 : page;
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
 * everything and options that contain links, whose content a screen reader does not read.
 */
export function plainSearchRoles(): Plugin {
  return {
    name: 'plain-search-roles',
    enforce: 'pre',
    transform: (code, id) =>
      /\/VPLocalSearchBox\.vue$/.test(id)
        ? code
            .replace('role="button"', 'role="dialog" aria-modal="true"')
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
