/** The flags of `export` as commander returns them. */
export interface ExportFlags {
  readonly out?: string;
  readonly format?: string;
  readonly start?: string;
  readonly end?: string;
  readonly month?: string;
  readonly limit?: string;
  readonly windows?: string;
  readonly resume?: true;
  readonly force?: true;
  readonly drop?: string[];
  readonly hash?: string[];
  readonly quarantine?: string;
  readonly receipt?: string;
  readonly bom?: true;
  readonly json?: true;
  readonly quiet?: true;
  readonly environment?: string;
  readonly sandbox?: true;
  readonly transactions?: string;
  readonly envFile?: string;
}
