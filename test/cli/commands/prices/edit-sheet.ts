import type { Store } from './run-prices.ts';

/** Changes the rows of a sheet that was pulled, each as its cells by column. */
export function edit(
  store: Store,
  name: string,
  change: (rows: Record<string, string>[]) => Record<string, string>[],
): void {
  const [head = '', ...lines] = store.read(name).trimEnd().split(/\r?\n/);
  const columns = head.split(',');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
  const edited = change(rows).map((row) => columns.map((column) => row[column] ?? '').join(','));
  store.write(name, [head, ...edited]);
}

/** Types a value into the cells of a price point. */
export function type(
  store: Store,
  name: string,
  price: number,
  cells: Readonly<Record<string, string>>,
  column = 'override',
): void {
  edit(store, name, (rows) =>
    rows.map((row) => {
      const value = row['price_usd_cents'] === String(price) ? cells[row['country_code'] ?? ''] : undefined;
      return value === undefined ? row : { ...row, [column]: value };
    }),
  );
}

/** A colleague sets these overrides of a price point in the dashboard. */
export function set(
  { client }: Store,
  price: number,
  own: Readonly<Record<string, number>>,
): Promise<unknown> {
  const priceOverrides = Object.entries(own).map(([countryCode2, override]) => ({
    countryCode2,
    price: override,
  }));
  return client.pricePoints.update(price, { priceOverrides });
}
