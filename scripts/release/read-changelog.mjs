// The sections of docs/changelog.md.

export const UNRELEASED = 'Unreleased';

/** Returns the text of the section with the title, which is a version or `UNRELEASED`, without its heading. */
export function findSection(changelog, title) {
  const sections = new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((section) => [
        section.slice(0, section.indexOf('\n')).trim(),
        section.slice(section.indexOf('\n')),
      ]),
  );
  if (!sections.has(title)) throw new Error(`docs/changelog.md has no section “## ${title}”.`);
  return sections.get(title).trim();
}

/** Returns the changelog in which what was not released is `version`, with an empty section above it. */
export function closeSection(changelog, version) {
  if (new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm').test(changelog))
    throw new Error(`docs/changelog.md already has a section “## ${version}”.`);
  const heading = `## ${UNRELEASED}\n`;
  if (!changelog.includes(`\n${heading}`))
    throw new Error(`docs/changelog.md has no section “## ${UNRELEASED}”.`);
  return changelog.replace(`\n${heading}`, `\n${heading}\n## ${version}\n`);
}
