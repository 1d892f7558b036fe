import { expect, test } from 'vitest';

import { ConfigurationError } from '../../src/client/errors/index.ts';
import { checkPeer, explainImport } from '../../src/shared/peer.ts';

// Zod is installed beside this package, in version 4 of any kind.
const zod = { name: 'zod', install: 'npm install zod@4' };

test('a version is taken from its oldest one up, and below the first that is not known to work', () => {
  expect(() => checkPeer({ ...zod, oldest: '4.0.0' })).not.toThrow();
  expect(() => checkPeer({ ...zod, oldest: '4.0.0', below: '5.0.0' })).not.toThrow();
});

test('another version is an error with what was found, what works and the command that installs it', () => {
  expect(() => checkPeer({ ...zod, oldest: '10.0.0' })).toThrow(
    /^zod: found 4\.[\d.]+, but 10\.0\.0 or newer is needed\. Run: npm install zod@4/,
  );
  expect(() =>
    checkPeer({ ...zod, oldest: '3.0.0', below: '4.0.0', otherwise: 'Or run it elsewhere' }),
  ).toThrow(
    /found 4\.[\d.]+, but 3\.0\.0 or newer, below 4\.0\.0, is needed\. Run: npm install zod@4\. Or run it elsewhere$/,
  );
});

test('nothing is said of a version that is not known', () => {
  const peer = { name: 'a-package-of-nobody', oldest: '1.0.0', install: 'npm install a-package-of-nobody' };

  expect(() => checkPeer(peer)).not.toThrow();
});

test('an import that fails names the package that is missing: the peer, or what it depends on', async () => {
  const name: string = 'a-package-of-nobody';
  const error: unknown = await import(name).catch((reason: unknown) => reason);

  const missing = explainImport(
    { name: 'a-package-of-nobody', oldest: '1.0.0', install: 'npm install it' },
    error,
  );
  expect(missing).toBeInstanceOf(ConfigurationError);
  expect(missing).toMatchObject({
    message: 'a-package-of-nobody: is not installed. Run: npm install it',
  });
  expect(explainImport({ ...zod, oldest: '4.0.0' }, error)).toMatchObject({
    message: 'zod: needs a-package-of-nobody, which is not installed. Run: npm install zod@4',
  });
});

test('an import that fails for another reason keeps its error', () => {
  const error = new SyntaxError('Unexpected token');

  expect(explainImport({ ...zod, oldest: '4.0.0' }, error)).toBe(error);
});
