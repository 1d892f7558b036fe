import { $ZodArray, $ZodObject, $ZodType } from 'zod/v4/core';

import { fieldRules } from '../../../src/api/fields.ts';

/** The essential containers of each response, typed by hand: those of amounts, and the list it consists of. */
const containers: Readonly<Record<string, readonly string[]>> = {
  'transactions.getPage': ['results', 'results[]', 'results[].transactionDetails'],
  'offers.getPage': ['result', 'result.offers', 'result.offers[]'],
  'pricePoints.list': ['pricePoints', 'pricePoints[]'],
  'promoCodes.create': ['promoCodes', 'promoCodes[]'],
};

/** The paths of an operation's essential fields, without row numbers: `results[].transactionDetails.amount`. */
export function essentialPaths({ name, output }: { name: string; output: unknown }): ReadonlySet<string> {
  return new Set([...(containers[name] ?? []), ...(output instanceof $ZodType ? pathsIn(output, '') : [])]);
}

function pathsIn(schema: $ZodType, path: string): string[] {
  const layers = [...layersOf(schema)];
  const own = layers.some((layer) => fieldRules.of(layer).essential === true) ? [path] : [];
  return [...own, ...layers.flatMap((layer) => childrenOf(layer, path))];
}

function childrenOf(schema: $ZodType, path: string): string[] {
  if (schema instanceof $ZodArray) return pathsIn(schema._zod.def.element, `${path}[]`);
  if (!(schema instanceof $ZodObject)) return [];
  return Object.entries(schema._zod.def.shape).flatMap(([key, field]) =>
    pathsIn(field, path === '' ? key : `${path}.${key}`),
  );
}

/** A schema and the schema it wraps: either may be marked as essential. */
function* layersOf(schema: $ZodType): Generator<$ZodType> {
  yield schema;
  const { def } = schema._zod;
  if ('innerType' in def && def.innerType instanceof $ZodType) yield* layersOf(def.innerType);
}
