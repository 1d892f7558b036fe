/** Returns the anchor of a heading, as the forge makes it, where the same pages are read. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns the link to the section of a version in the changelog, whether its heading has a date or not. */
export function changelogLink(changelog: string, version: string): string {
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
  const heading = headings.find((one) => one.replace('[', '').split(/[\s\]]/)[0] === version);
  return heading === undefined ? '/CHANGELOG' : `/CHANGELOG#${slugOf(heading)}`;
}
