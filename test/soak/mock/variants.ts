import { operations } from '../../../src/contract/operations.ts';
import { Description, type SchemaNode } from './description.ts';
import { essentialPaths } from './essential-paths.ts';

/** Responses as in the tables of the specification, each field present; an amount is any number. */
export function asTheTablesSay(): Description {
  return new Description();
}

/** The same with fields left out at random. */
export function fieldsAtRandom(): Description {
  const description = new Description();
  description.api['x-json-schema-faker'] = atRandom;
  return description;
}

/** Each field present, and amounts integers, as in the notes beside the tables. */
export function integerAmounts(): Description {
  const description = new Description();
  Object.assign(description.schemas['schemas.yaml'] ?? {}, {
    SmallestUnit: { type: 'integer' },
    UsdCents: { type: 'integer' },
  });
  return description;
}

/** Essential fields as documented; every other field is as documented, null, of another type, or missing. */
export function onlyEssentialFields(): Description {
  const description = integerAmounts();
  description.api['x-json-schema-faker'] = atRandom;
  new Loosening(description).loosen();
  return description;
}

/** Options of the generator inside prism; they reach it because an override in package.json leaves only one copy of it. */
const atRandom = {
  alwaysFakeOptionals: false,
  optionalsProbability: 1,
  fixedProbabilities: false,
  minItems: 1,
  maxItems: 4,
};

/** The types that a field that is not essential may have beside its own. */
const anyType = ['null', 'string', 'number', 'boolean', 'array', 'object'];

/** Loosens the responses of a description wherever the contract does not call a field essential. */
class Loosening {
  readonly #description: Description;
  /** Schemas are shared by operations, and loosened once. */
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

/** Of its own type about as often as of another; not by `anyOf`, with which json-schema-faker crashes at times. */
function loosened(schema: SchemaNode): SchemaNode {
  const own = [schema.type ?? anyType].flat();
  const open = { ...schema, type: [...anyType.flatMap(() => own), ...anyType] };
  delete open.enum;
  return open;
}
