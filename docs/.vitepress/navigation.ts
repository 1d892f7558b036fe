/** A page of `docs` or of the root folder, as its path in the repository without `.md`. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly string[];
}

/** The guides by reader, each in reading order. The build fails for a page that is in no group. */
export const pageGroups: readonly PageGroup[] = [
  { title: 'Start', pages: ['docs/getting-started', 'docs/examples', 'docs/migrating'] },
  {
    title: 'Write code',
    pages: [
      'docs/pagination',
      'docs/money',
      'docs/selling',
      'docs/callbacks',
      'docs/options',
      'docs/performance',
      'docs/observability',
    ],
  },
  {
    title: 'Finance',
    pages: ['docs/export', 'docs/verify', 'docs/report', 'docs/reconcile', 'docs/glossary'],
  },
  {
    title: 'Live ops',
    pages: ['docs/live-ops'],
  },
  {
    title: 'Test',
    pages: ['docs/sandbox', 'docs/testing', 'docs/sandbox-operations'],
  },
  {
    title: 'Data teams',
    pages: ['docs/postgres', 'docs/warehouse', 'docs/ledger', 'docs/ledger-columns'],
  },
  {
    title: 'When something fails',
    pages: ['docs/troubleshooting', 'docs/errors', 'docs/doctor'],
  },
  {
    title: 'Reference',
    pages: [
      'docs/api',
      'docs/data/index',
      'docs/operations',
      'docs/openapi',
      'docs/spec-gaps',
      'docs/reliability',
      'docs/AGENTS',
      'docs/skills/publisher-commerce-ledger/SKILL',
      'docs/skills/publisher-commerce-callbacks/SKILL',
    ],
  },
  {
    title: 'Project',
    pages: [
      'CHANGELOG',
      'docs/versions',
      'docs/benchmarks',
      'docs/decisions',
      '.github/CONTRIBUTING',
      'docs/adding-an-operation',
      'docs/releasing',
      '.github/SECURITY',
    ],
  },
];

/** The groups of the API, in the order of the sidebar: the folder of each, its title and its entry point. */
export const apiGroups = [
  { folder: 'client', title: 'Client', module: 'publisher-commerce' },
  { folder: 'resources', title: 'Resources' },
  { folder: 'data', title: 'Data', module: 'publisher-commerce/schemas' },
  { folder: 'errors', title: 'Errors' },
  { folder: 'options', title: 'Options' },
  { folder: 'sandbox', title: 'Sandbox', module: 'publisher-commerce/sandbox' },
  { folder: 'callbacks', title: 'Callbacks', module: 'publisher-commerce/callbacks' },
  { folder: 'ledger', title: 'Ledger', module: 'publisher-commerce/ledger' },
  { folder: 'postgres', title: 'Postgres', module: 'publisher-commerce/postgres' },
] as const satisfies readonly { folder: string; title: string; module?: string }[];

export type ApiGroup = (typeof apiGroups)[number]['folder'];
