/** The path of a value in a JSON document. */
export type Path = readonly (string | number)[];

type Container = Record<string | number, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Every place in a document below its root, each array's elements included. */
export function everyPath(value: unknown, above: Path = []): Path[] {
  if (!isContainer(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const path = [...above, Array.isArray(value) ? Number(key) : key];
    return [path, ...everyPath(child, path)];
  });
}

/** The path as `results[].orderId`. */
export function fieldName(path: Path): string {
  return path.reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[]` : name === '' ? key : `${name}.${key}`),
    '',
  );
}

/** The value at a path. */
export function valueAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>((parent, key) => (isContainer(parent) ? parent[key] : undefined), document);
}

/** A copy of the document with the parent of a path changed by `change`. */
function changed(document: unknown, path: Path, change: (parent: Container, key: string | number) => void) {
  const copy = structuredClone(document);
  const parent = valueAt(copy, path.slice(0, -1));
  const key = path.at(-1);
  if (!isContainer(parent) || key === undefined) throw new Error(`no parent at ${fieldName(path)}`);
  change(parent, key);
  return copy;
}

/** A copy of the document with another value at a path. */
export function withValue(document: unknown, path: Path, value: unknown): unknown {
  return changed(document, path, (parent, key) => {
    parent[key] = value;
  });
}

/** A copy of the document without the field at a path. */
export function without(document: unknown, path: Path): unknown {
  return changed(document, path, (parent, key) => {
    Reflect.deleteProperty(parent, key);
  });
}

/** The type of a JSON value. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** One value of every JSON type but the given one. */
export function valuesOfOtherTypes(value: unknown): unknown[] {
  return [null, '999', 999, true, {}, []].filter((other) => jsonType(other) !== jsonType(value));
}
