import { expect, test } from 'vitest';

import { dateVersion, nextVersion } from '../../.github/release/changelog.ts';
import { missingFields } from '../../.github/release/owner.ts';

const preamble = '# Changelog\n\nWhat changed.\n\n';
const older = '\n## 0.1.0 - 2026-11-23\n\nThe first release.\n';

test('a version that has a section gets its date, and what is unreleased follows in the same section', () => {
  const section = '## 0.1.0\n\nThe first release.\n';

  expect(dateVersion(`${preamble}## Unreleased\n\n${section}`, '0.1.0', '2026-11-23')).toBe(
    `${preamble}## Unreleased\n${older}`,
  );
  expect(dateVersion(`${preamble}## Unreleased\n\n- Late.\n\n${section}`, '0.1.0', '2026-11-23')).toBe(
    `${preamble}## Unreleased\n${older}\n- Late.\n`,
  );
});

test('what is unreleased becomes the section of a new version, above the older ones', () => {
  const changelog = `${preamble}## Unreleased\n\n### Added\n\n- A flag.\n${older}`;

  expect(dateVersion(changelog, '0.2.0', '2026-12-01')).toBe(
    `${preamble}## Unreleased\n\n## 0.2.0 - 2026-12-01\n\n### Added\n\n- A flag.\n${older}`,
  );
});

test('a version that was prepared earlier and not yet published gets the new date', () => {
  expect(dateVersion(`${preamble}## Unreleased\n${older}`, '0.1.0', '2026-11-24')).toBe(
    `${preamble}## Unreleased\n${older.replace('23', '24')}`,
  );
});

test.each([
  [
    'nothing is under "## Unreleased"',
    `${preamble}## Unreleased\n${older}`,
    '0.2.0',
    /nothing under "## Unreleased"/,
  ],
  [
    'there is no such heading',
    `${preamble}${older.trimStart()}`,
    '0.2.0',
    /first section must be "## Unreleased"/,
  ],
  [
    'the version is older than the newest',
    `${preamble}## Unreleased\n\n- Late.\n\n## 0.2.0 - 2026-12-01\n\nMore.\n${older}`,
    '0.1.0',
    /0\.1\.0 is older than the newest version/,
  ],
])('a release cannot be prepared if %s', (_, changelog, version, problem) => {
  expect(() => dateVersion(changelog, version, '2026-12-01')).toThrow(problem);
});

test.each([
  ['the version of the newest section, if that has no date', '## Unreleased\n\n## 0.3.0\n\nMore.\n', '0.3.0'],
  ['the next minor version, if anything is unreleased', `## Unreleased\n\n- A flag.\n${older}`, '0.2.0'],
  ['the same version, if nothing is', `## Unreleased\n${older}`, '0.1.0'],
])('the next version is %s', (_, sections, expected) => {
  expect(nextVersion(`${preamble}${sections}`, '0.1.0')).toBe(expected);
});

test('the fields of package.json that only the owner knows are named while they are missing', () => {
  expect(missingFields({ name: 'publisher-commerce' })).toEqual([
    'repository',
    'homepage',
    'bugs.url',
    'bugs.email',
  ]);
  expect(
    missingFields({
      repository: 'github:publisher/commerce',
      homepage: 'https://example.com',
      bugs: { url: 'https://example.com/bugs', email: 'security@example.com' },
    }),
  ).toEqual([]);
});
