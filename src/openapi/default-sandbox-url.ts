/** Where `publisher-commerce sandbox` listens by default, and `publisher-commerce trigger` looks for it. */
export const defaultSandboxUrl = 'http://127.0.0.1:4010';
