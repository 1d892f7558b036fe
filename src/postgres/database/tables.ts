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
  /** A view: the stored rows that the service still has, for reading. */
  readonly transactions: string;
  /** The table behind it, with the rows that are marked as missing. */
  readonly stored: string;
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
    stored: table('stored_transactions'),
    quarantine: table('quarantine'),
    workers: table('workers'),
    leases: table('leases'),
  };
}
