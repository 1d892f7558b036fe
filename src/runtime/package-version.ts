/** The version in package.json; a test compares them. Not read from that file: bundles and workers have none. */
export const packageVersion = '0.1.0';
