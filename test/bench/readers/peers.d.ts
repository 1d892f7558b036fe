// What the readers use of the libraries in ../package.json, which are installed only to run the benchmark. The rows and the
// price point are ours: the server sends them where these libraries expect their own.

declare module 'axios' {
  import type { Agent } from 'node:http';

  interface Client {
    get: (url: string, config?: { params: object }) => Promise<{ data: unknown }>;
  }

  const axios: {
    create: (options: { baseURL: string; headers: Record<string, string>; httpAgent: Agent }) => Client;
  };
  export default axios;
}

declare module 'openai' {
  import type { PricePoint, Transaction } from 'publisher-commerce';

  interface List {
    iterPages: () => AsyncIterable<{ readonly data: readonly Transaction[] }>;
  }

  export default class OpenAI {
    constructor(options: { apiKey: string; baseURL: string; defaultQuery: Record<string, string> });
    readonly files: { readonly list: (query: { limit: number }) => Promise<List> };
    readonly models: { readonly retrieve: (id: string) => Promise<PricePoint> };
  }
}

declare module 'stripe' {
  import type { PricePoint, Transaction } from 'publisher-commerce';

  interface Query {
    readonly created: { readonly gte: number; readonly lte: number };
    readonly limit: number;
  }

  export default class Stripe {
    constructor(key: string, options: { host: string; port: string; protocol: 'http'; telemetry: boolean });
    readonly balanceTransactions: { readonly list: (query: Query) => AsyncIterable<Transaction> };
    readonly prices: { readonly retrieve: (id: string) => Promise<PricePoint> };
  }
}
