import { jsonResponse } from './json.ts';

/** The OpenAPI document of the service, with the sandbox as its first server. */
export async function openApiResponse(origin: string): Promise<Response> {
  // Imported here: few programs that import the sandbox read the document.
  const { createOpenApiDocument } = await import('../../openapi/create-document.ts');
  return jsonResponse(200, createOpenApiDocument(origin));
}
