/** Whether a request only reads a page. */
export function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}
