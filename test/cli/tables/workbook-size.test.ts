import { constants, crc32, deflateRawSync } from 'node:zlib';

import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';

import { buildWorkbook } from '../commands/reconcile/finance/build-workbook.ts';
import { createFiles, ledgerOf } from '../commands/reconcile/run-reconcile.ts';

const block = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });

/** Compressed bytes that inflate to 3 GiB of spaces. */
const bomb = Buffer.concat([...Array.from({ length: 48 }, () => block), deflateRawSync(Buffer.alloc(0))]);

/** A workbook with a part that is replaced by a bomb, whose directory says that it has 1000 bytes. */
function workbookWith(part: string): Buffer {
  const content = unzipSync(
    buildWorkbook({
      Bookings: [
        ['reference', 'total'],
        ['a', 1],
      ],
    }),
  );
  const files = Object.entries(content).map(([name, bytes]) =>
    name === part
      ? { name, size: 1000, data: bomb, crc: 0 }
      : { name, size: bytes.length, data: deflateRawSync(bytes), crc: crc32(bytes) },
  );
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, size: inflated, data, crc } of files) {
    const sizes = Buffer.alloc(14);
    sizes.writeUInt32LE(crc, 0);
    sizes.writeUInt32LE(data.length, 4);
    sizes.writeUInt32LE(inflated, 8);
    sizes.writeUInt16LE(name.length, 12);
    const head = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sizes, Buffer.alloc(2)]);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, Buffer.from(name), data]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, place, Buffer.from(name));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, list, Buffer.from('PK\u0005\u0006'), end]);
}

test.each(['xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml'])(
  'a workbook whose %s inflates to 3 GiB is too large, whatever its directory says',
  { timeout: 60_000 },
  async (name) => {
    const workbook = workbookWith(name);
    const files = createFiles(ledgerOf([{ order: 'a', amount: 1 }]), workbook, 'finance.xlsx');
    const { code, err } = await files.run();

    expect(workbook.length).toBeLessThan(7_000_000);
    expect(err).toContain(`it is too large: ${name} has more than`);
    expect(code).toBe(1);
  },
);
