import type { Reply } from './service.ts';

/** The connection is reset before a response. */
export const reset: Reply = (response) => response.socket?.resetAndDestroy();

/** A status of 200 with half a body. */
export const cutBody: Reply = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"priceInUsdCents"', () => response.destroy());
};

/** A status without a body of its own. */
export const status = (code: number): Reply => ({ status: code, json: {} });

/** Headers that never arrive. */
export const silent: Reply = () => undefined;

/** Headers at once, and a body that never ends. */
export const stalledBody =
  (code = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(code, headers);
    response.write('{"priceInUsdCents"');
  };
