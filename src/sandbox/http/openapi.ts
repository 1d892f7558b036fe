import { jsonResponse } from './json.ts';

/** The OpenAPI document of the service, with the sandbox as its first server. */
export async function openApiResponse(origin: string): Promise<Response> {
  // Imported here: few programs that import the sandbox read the document.
  const { default: document } = await import('../../api/openapi.json', { with: { type: 'json' } });
  const [sandbox, ...others] = document.servers;
  return jsonResponse(200, { ...document, servers: [{ ...sandbox, url: origin }, ...others] });
}
