import { escapeDestination } from '@lectern/markdown/write/destination';
import { isRecord } from '@lectern/std/is-record';
import type { ImportedContent, ImportedDocument, ImportedFile, ImportFiles } from '../../imported-content.ts';
import { plainRules, plainSyntax } from '../shared/markup/plain-markdown.ts';
import { targetFrom } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import { convertHtmlPage } from '../shared/site/convert-html-page.ts';
import { type ConvertedPage, convertSource, type SiteTool } from '../shared/site/convert-page.ts';
import { tagsOf, textField } from '../shared/site/page-fields.ts';
import { BOOKSTACK_RULES, selectBookStackContent } from './bookstack-html.ts';

const DATA = 'data.json';
/** Larger archives are not read, because reading one needs several times its length in memory. */
const MAX_LENGTH = 200_000_000;

type Entity = Record<string, unknown>;

export const isPortableArchive = (files: ImportFiles): boolean => files.has(DATA);

/** Whether the data are those of BookStack. */
export function readPortableData(text: string): Entity | undefined {
  const value = text.length > MAX_LENGTH ? undefined : parseJson(text);
  if (!isRecord(value)) return undefined;
  return isRecord(value.book) || isRecord(value.chapter) || isRecord(value.page) ? value : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Brings in the archive that BookStack moves content with: a book, a chapter or a page, with its files. */
export async function convertPortableArchive(
  files: ImportFiles,
  problems: Problems,
): Promise<ImportedContent> {
  const data = readPortableData(await files.readText(DATA));
  const archive = new PortableArchive(files, problems);
  if (!data) {
    problems.report({
      path: DATA,
      reason: 'unreadable-file',
      message: 'The file contains no book, chapter or page.',
    });
    return { pages: [], files: [], reusables: [], problems: problems.list };
  }
  const pages = archive.makeTop(data);
  return { pages, files: archive.attached, reusables: [], problems: problems.list };
}

class PortableArchive {
  /** Files that pages name by attachments and images, with the names that readers know. */
  readonly attached: ImportedFile[] = [];
  private readonly files: ImportFiles;
  private readonly problems: Problems;
  private readonly paths = new Set<string>();

  constructor(files: ImportFiles, problems: Problems) {
    this.files = files;
    this.problems = problems;
  }

  /** References name a page by its id; one that occurs twice gets another path the second time. */
  private pathOf(kind: string, entity: Entity): string {
    let path = `${kind}/${textField(entity.id) ?? textField(entity.name) ?? ''}`;
    if (this.paths.has(path)) path = `${path}/again-${this.paths.size}`;
    this.paths.add(path);
    return path;
  }

  makeTop({ book, chapter, page }: Entity): ImportedDocument[] {
    if (isRecord(book)) return [this.makeParent('book', book)];
    if (isRecord(chapter)) return [this.makeParent('chapter', chapter)];
    return isRecord(page) ? [this.makePage(page)] : [];
  }

  /** A book or a chapter: its description is the page, its content the pages below. */
  private makeParent(kind: 'book' | 'chapter', entity: Entity): ImportedDocument {
    const path = this.pathOf(kind, entity);
    const children = [
      ...recordsIn(entity.chapters).map((each) => ({ each, isChapter: true })),
      ...recordsIn(entity.pages).map((each) => ({ each, isChapter: false })),
    ].sort((left, right) => priorityOf(left.each) - priorityOf(right.each));
    const cover = textField(entity.cover);
    return {
      kind: 'document',
      path,
      title: textField(entity.name) ?? 'Untitled',
      markdown: this.convertHtml(path, textField(entity.description_html) ?? '').markdown,
      tags: tagsOf(entity.tags),
      ...(cover !== undefined && this.files.has(`files/${cover}`) ? { cover: `files/${cover}` } : {}),
      children: children.map(({ each, isChapter }) =>
        isChapter ? this.makeParent('chapter', each) : this.makePage(each),
      ),
    };
  }

  private makePage(page: Entity): ImportedDocument {
    const path = this.pathOf('page', page);
    const written = textField(page.markdown);
    const converted =
      written === undefined
        ? this.convertHtml(path, textField(page.html) ?? '')
        : this.convertMarkdown(path, written);
    this.nameFiles(page);
    const attachments = this.writeAttachments(path, recordsIn(page.attachments));
    return {
      kind: 'document',
      path,
      title: textField(page.name) ?? converted.heading ?? 'Untitled',
      markdown: `${converted.markdown.trim()}\n${attachments}`,
      tags: tagsOf(page.tags),
      children: [],
    };
  }

  private convertHtml(path: string, html: string): ConvertedPage {
    return convertHtmlPage(
      html,
      { path, rules: BOOKSTACK_RULES, selectContent: selectBookStackContent, resolve: resolveReference },
      this.problems,
    );
  }

  private convertMarkdown(path: string, text: string): ConvertedPage {
    const context = {
      files: this.files,
      tool: MARKDOWN,
      problems: this.problems,
      include: (each: string) => each,
    };
    return convertSource({ path, text }, context);
  }

  private nameFiles(page: Entity): void {
    for (const entity of [...recordsIn(page.images), ...recordsIn(page.attachments)]) {
      const file = textField(entity.file);
      if (file !== undefined && this.files.has(`files/${file}`))
        this.attached.push({ path: `files/${file}`, name: textField(entity.name) });
    }
  }

  /** Attachments are listed below the page. */
  private writeAttachments(path: string, attachments: readonly Entity[]): string {
    const lines = [...attachments]
      .sort((left, right) => Number(left.order ?? 0) - Number(right.order ?? 0))
      .flatMap((attachment) => {
        const file = textField(attachment.file);
        const target = file === undefined ? textField(attachment.link) : `/files/${file}`;
        const name = (textField(attachment.name) ?? 'File').replace(/[[\]\\]/g, '\\$&');
        return target === undefined ? [] : [`* [${name}](${escapeDestination(targetFrom(target, path))})`];
      });
    return lines.length === 0 ? '' : `\n## Attachments\n\n${lines.join('\n')}\n`;
  }
}

const recordsIn = (value: unknown): Entity[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const priorityOf = ({ priority }: Entity): number => (typeof priority === 'number' ? priority : 0);

const REFERENCE = /^\[\[bsexport:(image|attachment|page|chapter|book):([^\]]+)\]\](#.*)?$/;

/** `[[bsexport:page:40]]` names a page by its id, and a file by its name. */
function resolveReference(target: string): string | undefined {
  const match = REFERENCE.exec(decodeBrackets(target));
  if (!match) return undefined;
  const [, kind = '', name = '', anchor = ''] = match;
  return kind === 'image' || kind === 'attachment' ? `/files/${name}` : `/${kind}/${name}${anchor}`;
}

const decodeBrackets = (target: string): string => target.replace(/%5B/gi, '[').replace(/%5D/gi, ']');

const MARKDOWN: SiteTool = {
  syntaxOf: () => plainSyntax(),
  rulesOf: () => plainRules(),
  isKnownModule: () => true,
  findModule: () => undefined,
  resolve: resolveReference,
};
