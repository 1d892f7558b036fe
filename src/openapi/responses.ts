import { type DocumentedError, documentedErrors } from '../contract/documented-errors.ts';
import type { AnyOperation } from '../contract/operation.ts';
import { errorTypes, reference } from './components.ts';
import { errorExample } from './examples/errors.ts';
import { responseExamples } from './examples/responses.ts';
import type { JsonSchema } from './json-schema.ts';
import { operationDocs, typeDocs } from './type-docs.ts';

const undocumented = {
  description:
    'Any other error. The specification does not show it (§7.5): the status, the body and its content type may be anything.',
  content: { 'application/json': { schema: {} } },
};

const unauthorized = {
  description:
    'The publisher token is missing or unknown (§5). The specification does not show the body for this operation.',
  content: { 'application/json': { schema: {} } },
};

/** The responses of an operation by status. */
export function responsesOf(operation: AnyOperation): Readonly<Record<string, JsonSchema>> {
  const { name, section } = operation;
  const output = operationDocs[name]?.output ?? '';
  const errors = Map.groupBy(
    documentedErrors.filter(({ sections }) => sections.includes(section)),
    ({ status }) => status,
  );
  return {
    200: {
      description: typeDocs[output]?.description ?? '',
      content: { 'application/json': { schema: reference(output), example: responseExamples[name] } },
    },
    401: unauthorized,
    ...Object.fromEntries([...errors].map(([status, group]) => [status, errorResponse(operation, group)])),
    default: undocumented,
  };
}

function errorResponse(operation: AnyOperation, errors: readonly DocumentedError[]): JsonSchema {
  const messages = errors.map(({ message }) => `\`${message}\``).join(', ');
  const isShown = errors.every(({ isStatusShown }) => isStatusShown);
  const note =
    ' The specification shows the message, not its status; this is the one that the sandbox responds with.';
  return {
    description: `${messages} (§7).${isShown ? '' : note}`,
    content: {
      'application/json': {
        // Each documented error is of a family whose body is shown.
        schema: reference(errorTypes[operation.errors] ?? ''),
        examples: Object.fromEntries(
          errors.map((error) => [error.reason, { value: errorExample(error, operation) }]),
        ),
      },
    },
  };
}
