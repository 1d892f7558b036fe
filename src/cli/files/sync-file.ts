import { fdatasync, fsync } from 'node:fs';
import { promisify } from 'node:util';

// Not the methods of a file handle: under Yarn Plug'n'Play it has none.

/** Waits until the file of a descriptor, or the names in a folder, are on the disk. */
export const syncFile = promisify(fsync);

/** Waits until the content of the file of a descriptor is on the disk. */
export const syncContent = promisify(fdatasync);
