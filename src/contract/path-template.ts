/** A path with its parameters in braces, as the specification and OpenAPI write it. */
export function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
