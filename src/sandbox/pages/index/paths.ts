/** Path of the index page. */
export const indexPath = '/';
/** Path of the page that documents the operations; no operation of the service has its prefix. */
export const operationsPath = '/_sandbox/operations';

/** Whether the target of a request is one of these pages. */
export function isIndexPage(target: string): boolean {
  return [indexPath, operationsPath].includes(target.split('?')[0] ?? '');
}
