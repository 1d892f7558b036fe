interface Plugin {
  readonly name: string;
  readonly enforce: 'pre';
  readonly transform: (code: string, id: string) => string | undefined;
}

/**
 * Gives the search box of VitePress the roles of what it is, a dialog with a list of links. Its own are a button around
 * everything and options that contain links, whose content a screen reader does not read.
 */
export function plainSearchRoles(): Plugin {
  return {
    name: 'plain-search-roles',
    enforce: 'pre',
    transform: (code, id) =>
      /\/VPLocalSearchBox\.vue$/.test(id)
        ? code
            .replace('role="button"', 'role="dialog" aria-modal="true"')
            .replaceAll(
              / :?(?:aria-owns|aria-activedescendant|aria-autocomplete|aria-controls|aria-selected)="[^"]*"/g,
              '',
            )
            .replaceAll(/ aria-(?:expanded|haspopup)="[^"]*"/g, '')
            .replace(/ :role="[^"]*"\s+:aria-labelledby="[^"]*"/, '')
            .replace(' role="option"', '')
            // A key with a name of its own, drawn as an icon.
            .replaceAll('<kbd :aria-label', '<kbd role="img" :aria-label')
            .replace(/ :aria-label="\[\.\.\.p\.titles[^"]*"/, '')
        : undefined,
  };
}
