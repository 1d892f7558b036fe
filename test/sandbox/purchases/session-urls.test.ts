import { expect, test } from 'vitest';

import { formActionOf, locationOf } from '../../../src/sandbox/purchases/session-urls.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { purchase } from '../sessions.ts';
import { send } from '../send.ts';

test.each([
  ['javascript:alert(1)', 'javascript:'],
  ['JavaScript:alert(1)', 'javascript:'],
  ['\tjava\nscript:alert(1)', 'javascript:'],
  [' data:text/html,<script>alert(1)</script>', 'data:'],
  ['file:///etc/passwd', 'file:'],
  ['FILE:relative', 'file:'],
  ['vbscript:x', 'vbscript:'],
  ['blob:https://game.example/1', 'blob:'],
  ['filesystem:https://game.example/x', 'filesystem:'],
  ['about:blank', 'about:'],
  ['view-source:https://game.example/', 'view-source:'],
])('the redirectUrl %j is rejected, and creates no session', async (redirectUrl, scheme) => {
  const sandbox = createSandbox();
  const body = purchase({ redirectUrl });
  expect(await send(sandbox, 'POST', '/checkout/v1/session', { body })).toEqual({
    status: 400,
    body: {
      message:
        'Invalid request body: redirectUrl must lead to a game or a website, for example mygame://shop; ' +
        `${scheme} is not allowed`,
    },
  });
  expect(sandbox.state().sessions).toEqual([]);
});

test.each([
  ['mygame://shop', 'mygame:'],
  ['com.studio.game:/shop?x=1', 'com.studio.game:'],
  ['intent://shop#Intent;scheme=mygame;end', 'intent:'],
  ['https://game.example/back?x=1#y', 'https://game.example'],
  ['https://user:secret@game.example:8443/', 'https://game.example:8443'],
  ['http://127.0.0.1:3000/', 'http://127.0.0.1:3000'],
  ['https://spiel.müller.example/', 'https://spiel.xn--mller-kva.example'],
  // A policy cannot name these hosts; some would add a directive to it.
  ['http://[::1]:3000/', 'http:'],
  ["https://a;script-src'unsafe-inline'/", 'https:'],
  ['https://a,b/', 'https:'],
  ['https://my_game.example/', 'https:'],
  ['https://game.example./', 'https:'],
])('the redirectUrl %s is allowed, and so are forms to %s', async (redirectUrl, source) => {
  const body = purchase({ redirectUrl });
  expect((await send(createSandbox(), 'POST', '/checkout/v1/session', { body })).status).toBe(200);
  expect(formActionOf(redirectUrl)).toBe(source);
  expect(formActionOf(redirectUrl)).toMatch(/^[^\s;,']+$/);
});

test('the location is the redirectUrl unchanged, unless a header cannot hold it', () => {
  for (const redirectUrl of [
    'mygame://shop',
    'HTTPS://Game.Example/a b'.replace(' ', '%20'),
    'https://x/?q=%2F',
  ]) {
    expect(locationOf(redirectUrl)).toBe(redirectUrl);
  }
  expect(locationOf('mygame://shop/é\r\nset-cookie: x')).toBe('mygame://shop/%C3%A9set-cookie:%20x');
  expect(locationOf(' https://game.example/😀 ')).toBe('https://game.example/%F0%9F%98%80');
});
