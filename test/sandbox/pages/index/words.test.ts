import { expect, test } from 'vitest';

import { startPublisher } from '../../outbound/publisher.ts';
import { openSession, pay } from '../../sessions.ts';
import { listening } from './listening.ts';
import { openPage } from './send-form.ts';

test('the words of the index page, empty and full, are those of words.txt, where each text stands once', async () => {
  const { sandbox, url } = await listening({ transactions: 0 });
  const texts = new Set<string>();
  const read = async (): Promise<void> => {
    const { text } = await openPage(`${url}/`);
    const body = text.replaceAll(/<(style|script)\b.*?<\/\1>/gs, '');
    for (const one of body.split(/<[^>]*>/))
      // Not ids, addresses and times.
      if (/[a-z]{2,} [a-z]{2,} [a-z]{2,}/i.test(one) && !/\d{3}/.test(one))
        texts.add(one.replaceAll(/\s+/g, ' ').trim());
  };
  await read();
  await openSession(sandbox);
  sandbox.purchases.dispute((await pay(sandbox)).purchaseId);
  await pay(sandbox);
  await sandbox.callGameAuth((await startPublisher({ status: 204 })).url);
  sandbox.fail({ operation: 'pricePoints.list', status: 503 });
  await read();

  await expect([...texts].join('\n')).toMatchFileSnapshot('words.txt');
});
