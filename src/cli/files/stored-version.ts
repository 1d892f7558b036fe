import { packageVersion } from '../../client/runtime/runtime.ts';
import { printable } from '../../client/errors/printable.ts';

/**
 * Says which package wrote a form that this one cannot read; `undefined` if its version is the one that is read. It is asked
 * before anything else of the form is validated: of another version, all of it may be different.
 *
 * @param stored What was parsed
 * @param field The field with the version of the form
 * @param version The version that this package reads
 */
export function unreadableVersion(
  stored: Readonly<Record<string, unknown>>,
  field: string,
  version: number,
): string | undefined {
  const { [field]: found, packageVersion: writer } = stored;
  if (found === version || typeof found !== 'number') return undefined;
  const by = typeof writer === 'string' ? printable(writer, 40) : 'another version';
  return `was written by publisher-commerce ${by} in form ${found}, and this is ${packageVersion}, which reads form ${version}: use that version, or a newer one`;
}
