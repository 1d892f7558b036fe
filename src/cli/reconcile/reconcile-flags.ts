/** The flags of `reconcile` as commander returns them. */
export interface ReconcileFlags {
  readonly against?: string;
  readonly idColumn?: string;
  readonly amountColumn?: string;
  readonly currencyColumn?: string;
  readonly dateColumn?: string;
  readonly unit?: string;
  readonly decimal?: string;
  readonly delimiter?: string;
  readonly match?: string;
  readonly ourAmount?: string;
  readonly receipt?: string;
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
}
