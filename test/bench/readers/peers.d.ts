// What the readers use of two libraries of test/soak/package.json. The rows and the
// price point are ours: the server sends them where these libraries expect their own.

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
