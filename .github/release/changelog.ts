/** The parts of a changelog: what is above the first heading, what is unreleased, and a section for each version. */
function partsOf(changelog: string): { preamble: string; entries: string; released: readonly string[] } {
  const [preamble = '', unreleased = '', ...released] = changelog.split(/^(?=## )/m);
  if (!unreleased.startsWith('## Unreleased\n'))
    throw new Error('CHANGELOG.md: the first section must be "## Unreleased"');
  return { preamble, entries: bodyOf(unreleased), released };
}

function bodyOf(section: string): string {
  return section.replace(/^.*\n/, '').trim();
}

function versionOf(section: string): string | undefined {
  return /^## (\S+)/.exec(section)?.[1];
}

/**
 * Returns the changelog with the date of a version in its heading. What is unreleased moves into its section, which is
 * created if there is none.
 */
export function dateVersion(changelog: string, version: string, date: string): string {
  const { preamble, entries, released } = partsOf(changelog);
  const [newest] = released;
  const own = newest !== undefined && versionOf(newest) === version ? newest : '';
  const older = own ? released.slice(1) : released;
  if (older.some((section) => versionOf(section) === version))
    throw new Error(`CHANGELOG.md: ${version} is older than the newest version`);
  const body = [bodyOf(own), entries].filter(Boolean).join('\n\n');
  if (!body) throw new Error('CHANGELOG.md: there is nothing under "## Unreleased"');
  const section = `## ${version} - ${date}\n\n${body}\n`;
  return [preamble, '## Unreleased\n\n', section, older.length > 0 ? '\n' : '', ...older].join('');
}

/**
 * Returns the version that a changelog prepares: one that has a section without a date, else the next minor if anything is
 * unreleased, else `current` itself.
 */
export function nextVersion(changelog: string, current: string): string {
  const { entries, released } = partsOf(changelog);
  const [, undated] = /^## (\S+)\n/.exec(released[0] ?? '') ?? [];
  if (undated !== undefined) return undated;
  const [major = 0, minor = 0] = current.split('.').map(Number);
  return entries ? `${major}.${minor + 1}.0` : current;
}
