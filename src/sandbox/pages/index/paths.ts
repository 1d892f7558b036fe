/** Path of the index page. */
export const indexPath = '/';
/** Path of the OpenAPI document, which the page links. */
export const openApiPath = '/openapi.json';
