/** Documentation to measure with: as many pages as asked, of about 3 kB each, the same every time. */
import { createFixtureRepository, type FixtureFiles, type FixtureRepository } from '../test/git-fixtures.ts';

const PAGE_BYTES = 3000;
const PAGES_PER_FOLDER = 20;
const WORDS =
  'service page revision space import token table folder release merge request editor reader search index answer cache process start write update delete restore publish branch commit remote account member role policy'.split(
    ' ',
  );

/** The path of a page; the first of each folder is its README, with the others below it. */
export function pagePath(page: number): string {
  const folder = Math.floor(page / PAGES_PER_FOLDER);
  const position = page % PAGES_PER_FOLDER;
  return position === 0 ? `part-${folder}/README.md` : `part-${folder}/page-${position}.md`;
}

/** `edition` makes the same page with other words. */
export function pageSource(page: number, edition: string): string {
  const words = createWords(`${page}/${edition}`);
  const sentence = (length: number): string => {
    const text = Array.from({ length }, words).join(' ');
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  };
  const neighbour = page % PAGES_PER_FOLDER === 1 ? 'README.md' : 'page-1.md';
  let source = `---\ndescription: ${sentence(8)}\nicon: book\n---\n\n# Page ${page} of edition ${edition}\n`;
  for (let section = 1; source.length < PAGE_BYTES; section += 1) {
    source += `\n## ${sentence(4)}\n\n${sentence(30)} See [the other page](${neighbour}#section) and **${words()} ${words()}**. ${sentence(25)}\n\n`;
    source += Array.from({ length: 4 }, () => `* ${sentence(9)} Use \`${words()}_${words()}\`.\n`).join('');
    if (section % 3 === 0)
      source += `\n{% hint style="info" %}\n${sentence(15)}\n{% endhint %}\n\n| Name | Meaning |\n| --- | --- |\n| ${words()} | ${sentence(6)} |\n`;
    else source += `\n\`\`\`bash\n${words()} --${words()} ${words()}\n\`\`\`\n`;
  }
  return source;
}

function summary(count: number): string {
  let text = '# Table of contents\n\n';
  for (let page = 0; page < count; page += 1) {
    if (page % (PAGES_PER_FOLDER * 10) === 0) text += `\n## Group ${page / (PAGES_PER_FOLDER * 10)}\n\n`;
    text += `${page % PAGES_PER_FOLDER === 0 ? '' : '  '}* [Page ${page}](${pagePath(page)})\n`;
  }
  return text;
}

export function documentationFiles(count: number, edition: string): FixtureFiles {
  const files: FixtureFiles = { 'SUMMARY.md': summary(count) };
  for (let page = 0; page < count; page += 1) files[pagePath(page)] = pageSource(page, edition);
  return files;
}

export function createDocumentation(
  directory: string,
  count: number,
  edition: string,
): Promise<FixtureRepository> {
  return createFixtureRepository(directory, { files: documentationFiles(count, edition) });
}

/** Returns a generator of words: the same words for the same seed. */
function createWords(seed: string): () => string {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return WORDS[(state >>> 8) % WORDS.length] as string;
  };
}
