import * as z from 'zod';

import { seedSchema } from '../../src/sandbox/seed/seed-schema.ts';

/** The JSON Schema of a seed file, for editors. */
export function seedJsonSchema(): unknown {
  return {
    title: 'Seed file of the publisher-commerce sandbox',
    ...z.toJSONSchema(seedSchema, { io: 'input', unrepresentable: 'any', reused: 'ref', override }),
  };
}

function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // zod's word for a `Readonly` type, which editors would show as not to be written.
  delete jsonSchema.readOnly;
}
