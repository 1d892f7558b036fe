// The first page of the data dictionary.
import { typeDocs } from './generate/openapi/docstrings.ts';
import type { Shape, ShapeKind } from './data-shapes.ts';

const intro = `---
title: Data
---

# Data

Every field of every request and response: type, unit, whether it is essential, an example, and the section of the
specification (§). Generated from the schemas that the client and the sandbox use. Examples are made up.

## Essential fields

With \`responseValidation: 'tolerant'\`, the default, a response is rejected with a \`ResponseValidationError\` only if one
of its essential fields does not match. Every other field, objects and lists included, may be missing, null or of another
type: the response is then delivered as received, and the field is reported once as [schema
drift](../errors.md#schema-drift) (\`onDrift\`). With \`'strict'\`, every documented field is essential. Undocumented
fields are always delivered.

| Essential | the response is rejected if |
|---|---|
| yes | the field is missing or of another type |
| yes, as a string | it is missing or not a string; another value or format is schema drift |
| if present | it is present and of another type |
| if \`x\` is present | \`x\` is present, and the field is missing or of another type |
| each element | an element of the list is not an object |
| | never |

An integer is within ±(2<sup>53</sup> − 1), and a number is finite. The column *null or missing* says what the type of a
field allows, so that TypeScript makes you check it.
`;

const introductions: Record<ShapeKind, string> = {
  Responses: 'What the service returns.',
  Requests: 'What you send: bodies and queries. Unknown fields are rejected before anything is sent.',
  Callbacks:
    'The request from the service when a player logs in, and your response. See [callbacks](../callbacks.md).',
  Errors:
    "Bodies of failed calls. If every field is as documented, the client parses the body into the error's `details`. See\n[errors](../errors.md).",
};

/** Returns the content of `docs/data/index.md`. */
export function indexPage(shapes: readonly Shape[], pages: ReadonlyMap<string, string>): string {
  const sections = Object.entries(introductions).map(([kind, text]) => {
    const rows = shapes
      .filter((shape) => shape.kind === kind)
      .map(
        ({ name }) =>
          `| [\`${name}\`](${pages.get(name) ?? ''}) | ${typeDocs[name]?.description ?? ''} | ${innerTypes(
            name,
            pages,
          )
            .map((type) => `\`${type}\``)
            .join(', ')} |\n`,
      );
    return `## ${kind}\n\n${text}\n\n| Shape | | Types in it |\n|---|---|---|\n${rows.join('')}`;
  });
  return [intro, ...sections].join('\n');
}

/** The types whose fields are on the page of a shape, besides its own. */
export function innerTypes(name: string, pages: ReadonlyMap<string, string>): string[] {
  const types = Object.values(typeDocs[name]?.fields ?? {}).flatMap(({ type }) =>
    type === undefined || pages.has(type) ? [] : [type, ...innerTypes(type, pages)],
  );
  return [...new Set(types)];
}
