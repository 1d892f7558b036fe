/** Names of tables and schemas as SQL, quoted. */
export interface Tables {
  /** Name of the schema, not quoted. */
  readonly name: string;
  /** Name of pg-boss's schema, not quoted. */
  readonly jobs: string;
  readonly schema: string;
  readonly version: string;
  readonly loadIds: string;
  readonly loads: string;
  readonly commits: string;
  readonly transactions: string;
  readonly quarantine: string;
  readonly workers: string;
  readonly leases: string;
}

/** Returns the names of a schema, which has been validated: identifiers cannot be parameters. */
export function tablesOf(schema: string): Tables {
  const table = (name: string): string => `"${schema}"."${name}"`;
  return {
    name: schema,
    jobs: `${schema}_jobs`,
    schema: `"${schema}"`,
    version: table('schema_version'),
    loadIds: table('load_ids'),
    loads: table('loads'),
    commits: table('commits'),
    transactions: table('transactions'),
    quarantine: table('quarantine'),
    workers: table('workers'),
    leases: table('leases'),
  };
}
