import { operations } from '../../../src/api/operations.ts';
import { Description, type SchemaNode } from './description.ts';
import { essentialPaths } from './essential-paths.ts';

/** Responses with every field, typed as in the tables of the specification; amounts are any numbers. */
export function asTheTablesSay(): Description {
  return new Description();
}

/** The same with random fields omitted. */
export function fieldsAtRandom(): Description {
  const description = new Description();
  description.api['x-json-schema-faker'] = atRandom;
  return description;
}

/** Responses with every field, and integer amounts, as the notes of the specification require. */
export function integerAmounts(): Description {
  const description = new Description();
  Object.assign(description.schemas['schemas.yaml'] ?? {}, {
    SmallestUnit: { type: 'integer' },
    UsdCents: { type: 'integer' },
  });
  return description;
}

/** Essential fields as documented; any other field is as documented, null, of another type, or missing. */
export function onlyEssentialFields(): Description {
  const description = integerAmounts();
  description.api['x-json-schema-faker'] = atRandom;
  new Loosening(description).loosen();
  return description;
}

/** Options of the generator inside prism; an override in package.json ensures that there is one copy of it. */
const atRandom = {
  alwaysFakeOptionals: false,
  optionalsProbability: 1,
  fixedProbabilities: false,
  minItems: 1,
  maxItems: 4,
};

/** Other types that a field that is not essential may have. */
const anyType = ['null', 'string', 'number', 'boolean', 'array', 'object'];

/** Relaxes the responses of a description for every field that the API does not mark as essential. */
class Loosening {
  readonly #description: Description;
  /** Schemas that are already relaxed, since operations share them. */
  readonly #done = new Set<SchemaNode>();

  constructor(description: Description) {
    this.#description = description;
  }

  loosen(): void {
    for (const operation of operations) {
      this.#visit(this.#description.responseOf(operation), '', essentialPaths(operation));
    }
  }

  #visit(node: SchemaNode, path: string, essential: ReadonlySet<string>): void {
    const schema = this.#resolve(node);
    if (this.#done.has(schema)) return;
    this.#done.add(schema);
    if (schema.items) this.#visit(schema.items, `${path}[]`, essential);
    for (const [key, field] of Object.entries(schema.properties ?? {})) {
      const child = path === '' ? key : `${path}.${key}`;
      this.#visit(field, child, essential);
      if (essential.has(child)) (schema.required ??= []).push(key);
      else schema.properties = { ...schema.properties, [key]: loosened(this.#resolve(field)) };
    }
  }

  #resolve(node: SchemaNode): SchemaNode {
    const found = node.$ref === undefined ? node : this.#description.named(node.$ref);
    return found.$ref === undefined ? found : this.#resolve(found);
  }
}

/** Its own type about as often as another; without `anyOf`, which sometimes crashes json-schema-faker. */
function loosened(schema: SchemaNode): SchemaNode {
  const own = [schema.type ?? anyType].flat();
  const open = { ...schema, type: [...anyType.flatMap(() => own), ...anyType] };
  delete open.enum;
  return open;
}
