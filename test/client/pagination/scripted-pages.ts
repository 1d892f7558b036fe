import type { Checkpoint, TransactionPage } from '../../../src/client/index.ts';
import { transaction } from '../../literals/transactions.ts';
import { october } from '../../support/ranges.ts';
import type { ReceivedRequest, Service } from '../../support/service.ts';

/** A page of a script; its rows are numbers of transactions. */
export interface ScriptedPage {
  readonly rows: readonly number[];
  readonly next?: string | null;
  readonly nextPageQuery?: string | null;
  readonly totalCount?: number;
}

/** Returns the page of each cursor (`''` for none); `totalCount` counts all rows of the script. */
export function servePages(pages: Readonly<Record<string, ScriptedPage>>) {
  const total = Object.values(pages).flatMap(({ rows }) => rows).length;
  return ({ url }: ReceivedRequest) => {
    const page = pages[cursorOf(url)];
    if (!page) return { status: 400, json: { message: `no page for ${url}` } };
    const { rows, next, nextPageQuery, totalCount = total } = page;
    return { json: { totalCount, results: rows.map(transaction), nextCursor: next, nextPageQuery } };
  };
}

export function cursorOf(url: string): string {
  return new URL(url, 'http://service').searchParams.get('cursor') ?? '';
}

export async function pagesOf(service: Service, resume?: Checkpoint): Promise<TransactionPage[]> {
  const pages: TransactionPage[] = [];
  const list = service.client().transactions.list({ ...october, ...(resume && { resume }) });
  for await (const page of list.pages()) pages.push(page);
  return pages;
}

/** The order ids that were delivered before the iteration ended, and the error that ended it. */
export async function readUntilFailure(
  service: Service,
  resume?: Checkpoint,
): Promise<{ seen: string[]; error: unknown }> {
  const seen: string[] = [];
  try {
    const client = service.client({ retry: false, onDrift: () => undefined });
    const list = client.transactions.list({ ...october, ...(resume && { resume }) });
    for await (const row of list) seen.push(row.orderId ?? '');
    return { seen, error: undefined };
  } catch (error) {
    return { seen, error };
  }
}
