/** Maximum size of a row in a file to read: without its end, a damaged file would be read into memory as one row. */
export const maxRowBytes = 16 * 1024 * 1024;
