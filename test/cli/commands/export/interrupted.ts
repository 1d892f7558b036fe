import { expect } from 'vitest';

import { rowsAt } from '../../../support/ledger.ts';
import { type Service, startService } from '../../../support/service.ts';
import { createFolder, type ExportFolder, failing, servePages } from './run-export.ts';

/** The rows of an interrupted export, in five pages. */
export const rows = rowsAt(Array.from({ length: 50 }, (_, index) => index * 1000));
export const pages = ['--limit', '10'];

interface Interrupted extends AsyncDisposable {
  readonly service: Service;
  readonly folder: ExportFolder;
  /** Makes the service work again. */
  readonly repair: () => void;
}

/** An export that failed after three pages, because the token expired. */
export async function interrupted(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Interrupted> {
  let isBroken = true;
  const serve = failing(servePages(rows), ({ url }) => isBroken && url.includes('cursor=30'), {
    status: 401,
    json: { message: 'expired' },
  });
  const service = await startService(serve);
  const folder = createFolder(service.url);
  expect((await folder.run([...args, ...pages, '--quiet'], env)).code).toBe(1);
  return {
    service,
    folder,
    repair: () => (isBroken = false),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
