// The sections of docs/changelog.md.

const UNRELEASED = 'Unreleased';

/** Returns the text of the section of `version`, or else of what is not released yet, without its heading. */
export function findSection(changelog, version) {
  const sections = new Map(
    changelog
      .split(/^## /m)
      .slice(1)
      .map((section) => [
        section.slice(0, section.indexOf('\n')).trim(),
        section.slice(section.indexOf('\n')),
      ]),
  );
  const title = [version, UNRELEASED].find((name) => sections.has(name));
  if (title === undefined)
    throw new Error(`docs/changelog.md has neither “## ${version}” nor “## ${UNRELEASED}”.`);
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
