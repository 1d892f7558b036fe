import { expect, test } from 'vitest';

import { isWebsite, locationOf } from '../../../src/sandbox/purchases/redirect-url.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { purchase } from '../sessions.ts';
import { send } from '../send.ts';
import { said } from '../../support/said.ts';

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
      errorCode: 'BAD_REQUEST',
      errorMessage: expect.stringMatching(said(`redirectUrl … ${scheme} is not allowed`)) as string,
    },
  });
  expect(sandbox.state().sessions).toEqual([]);
});

test.each([
  ['mygame://shop', false],
  ['com.studio.game:/shop?x=1', false],
  ['intent://shop#Intent;scheme=mygame;end', false],
  ['https://game.example/back?x=1#y', true],
  ['HTTP://[::1]:3000/', true],
  ['https://spiel.müller.example/', true],
  ['httpgame://shop', false],
])('the redirectUrl %s is allowed, and leads to a website: %s', async (redirectUrl, expected) => {
  const body = purchase({ redirectUrl });
  expect((await send(createSandbox(), 'POST', '/checkout/v1/session', { body })).status).toBe(200);
  expect(isWebsite(redirectUrl)).toBe(expected);
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
