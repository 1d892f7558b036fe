import type { Reply } from './service.ts';

/** An answer that goes wrong, and how a test names it. */
export interface Fault {
  readonly fault: string;
  readonly reply: Reply;
}

export const reset: Fault = {
  fault: 'a reset connection',
  reply: (response) => response.socket?.resetAndDestroy(),
};
export const closed: Fault = { fault: 'a closed connection', reply: (response) => response.destroy() };
export const cutBody: Fault = {
  fault: 'a body cut short',
  reply: (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"priceInUsdCents"', () => response.destroy());
  },
};
export const html: Fault = {
  fault: '200 with HTML',
  reply: { text: '<html><body>Bad gateway</body></html>' },
};
export const empty: Fault = { fault: '200 without a body', reply: { text: '' } };
export const notJson: Fault = { fault: '200 with broken JSON', reply: { text: '{"priceInUsdCents":99' } };
export const notUtf8: Fault = {
  fault: '200 with invalid UTF-8',
  reply: { text: Buffer.from([0x22, 0xc3, 0x28, 0x22]) },
};

export const status = (code: number): Fault => ({
  fault: `status ${code}`,
  reply: { status: code, json: {} },
});

/** Headers that never come. */
export const silent: Reply = () => undefined;

/** Headers at once, and a body of which the end never comes. */
export const stalledBody =
  (code = 200, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(code, headers);
    response.write('{"priceInUsdCents"');
  };
