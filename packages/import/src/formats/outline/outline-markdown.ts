import { escapeDestination } from '@lectern/markdown/write/destination';
import type { ImportedContent, ImportFiles } from '../../imported-content.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import { HINT_STYLES, writeExpandable, writeHint } from '../shared/markup/write-containers.ts';
import type { MarkupRules, WriteElement } from '../shared/markup/write-markup.ts';
import { fileNameOf, isShallow, withoutExtension } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import { buildSite } from '../shared/site/build-site.ts';
import { createPageConverter, type SiteTool } from '../shared/site/convert-page.ts';
import { makeDocument } from '../shared/site/page-fields.ts';
import { readPageFolders } from '../shared/site/page-folders.ts';
import { createSiteFinder } from '../shared/site/site-files.ts';

/** Brings in an archive of Markdown: a folder for each collection, and one below each document with others. */
export async function convertOutlineMarkdown(
  files: ImportFiles,
  problems: Problems,
): Promise<ImportedContent> {
  const paths = files.paths.filter((path) => /\.md$/.test(path) && isShallow(path));
  const finder = createSiteFinder(files, { pagesFolder: '', publicFolders: [] });
  const byName = new Map<string, string>();
  for (const path of paths) {
    const name = withoutExtension(fileNameOf(path));
    if (!byName.has(name)) byName.set(name, path);
  }
  const tool: SiteTool = {
    syntaxOf: () => plainSyntax({ hasDirectives: true }),
    rulesOf: () => outlineRules(byName),
    isKnownModule: () => true,
    findModule: () => undefined,
    resolve: (target, from) =>
      finder.resolve(target, from) ??
      (target.startsWith('uploads/') ? finder.resolve(`/${target}`, from) : undefined),
    prepare: prepareBody,
  };
  return buildSite({
    files,
    problems,
    converter: createPageConverter(files, tool, problems),
    navigation: readPageFolders({ paths, titleOf: (folder) => fileNameOf(folder) }),
    navigationPath: 'outline',
    unlisted: paths,
    makePage: (page) =>
      makeDocument(page, { title: page.heading ?? withoutExtension(fileNameOf(page.path)) }),
  });
}

/** The icon and the color of a notice are where other products have a title. */
const writeNotice: WriteElement = (element, writer) =>
  writeHint({ element, style: HINT_STYLES.get(element.name) ?? 'info' }, writer);

/** The first line of a toggle is its title. */
const writeToggle: WriteElement = (element, writer) => {
  const [first, ...others] = element.children;
  if (first?.kind !== 'text') {
    writeExpandable({ element, title: '' }, writer);
    return;
  }
  const at = first.lines.findIndex(({ text }) => text.trim() !== '');
  const title = (first.lines[at]?.text ?? '').trim().replace(/^#+\s+/, '');
  const rest = { ...first, lines: first.lines.slice(at + 1) };
  writeExpandable({ element, title, children: [rest, ...others] }, writer);
};

const ELEMENTS: ReadonlyMap<string, WriteElement> = new Map([['outline-toggle', writeToggle]]);

function outlineRules(byName: ReadonlyMap<string, string>): MarkupRules {
  const writeText = (text: string): string =>
    text.replace(MENTION, (...match: string[]) => writeMention(match, byName));
  const rules = plainRules({ writeText }, ELEMENTS);
  return {
    ...rules,
    findElement: (element) =>
      element.form === 'directive' && HINT_STYLES.has(element.name)
        ? writeNotice
        : rules.findElement(element),
  };
}

const MENTION = /@\[([^[\]\n]{1,300})\]\(mention:\/\/[^()\s]{1,300}\)/g;

/** A document is mentioned by its title. */
function writeMention([, label = '']: string[], byName: ReadonlyMap<string, string>): string {
  const path = byName.get(label);
  return path === undefined ? label : `[${label}](${escapeDestination(`/${path}`)})`;
}

/** Toggles become directives, formulas lose a mark, and lines that only break are dropped. */
function prepareBody(body: string): string {
  const toggles: number[] = [];
  let fence: string | undefined;
  return body
    .split('\n')
    .map((line) => {
      const marker = /^[ \t]{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (marker !== undefined && (fence === undefined || line.trim().startsWith(fence)))
        fence = fence === undefined ? marker : undefined;
      if (fence !== undefined) return line;
      const text = line.length < 200 ? line.trim() : '';
      if (text === '\\') return '';
      if (text === '$$$') return '$$';
      if (!/^\+{3,}$/.test(text)) return line;
      if (toggles.at(-1) !== text.length) {
        toggles.push(text.length);
        return '::::outline-toggle';
      }
      toggles.pop();
      return '::::';
    })
    .join('\n');
}
