/** What only the owner of the package knows, as fields of package.json. */
const fields = ['repository', 'homepage', 'bugs.url', 'bugs.email'];

/** Returns which of these fields a manifest lacks. */
export function missingFields(manifest: unknown): readonly string[] {
  return fields.filter((field) => {
    let value = manifest;
    // What has no such field, as a string, returns undefined too.
    for (const key of field.split('.'))
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[key];
    return value === undefined;
  });
}
