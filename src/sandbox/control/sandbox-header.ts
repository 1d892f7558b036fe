/** The header of every response of the control endpoint, by which the command recognizes a sandbox; its version. */
export const sandboxHeader = 'x-publisher-sandbox';
