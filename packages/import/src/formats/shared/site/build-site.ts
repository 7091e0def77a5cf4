import { appendTo } from '@lectern/std/long-lists';
import type {
  ImportedContent,
  ImportedDocument,
  ImportedPage,
  ImportFiles,
} from '../../../imported-content.ts';
import { targetFrom } from '../paths.ts';
import type { Problems } from '../problems.ts';
import type { AnchorRule } from './anchor-rules.ts';
import type { ConvertedPage, PageConverter } from './convert-page.ts';
import { LIST_OF_CHILDREN, listChildren } from './list-children.ts';
import type { NavigationItem, NavigationSection } from './navigation.ts';
import { makeDocument, readIcon } from './page-fields.ts';
import { pointAtHeadings } from './point-at-headings.ts';

export interface SiteSource {
  files: ImportFiles;
  problems: Problems;
  converter: PageConverter;
  navigation: readonly NavigationItem[];
  /** The file that contains the navigation, for reports. */
  navigationPath: string;
  /** Pages that the navigation leaves out: they are imported hidden. */
  unlisted: readonly string[];
  /** The anchors that the generator gives to headings. */
  anchors?: AnchorRule;
  /** Makes the document of a page; `label` is that of the navigation. */
  makePage?: (page: ConvertedPage, label: string | undefined) => ImportedDocument;
}

/** Makes the content of a site out of its navigation and its pages. */
export async function buildSite(source: SiteSource): Promise<ImportedContent> {
  const builder = new SiteBuilder(source);
  const pages = await builder.addAll(source.navigation, 0);
  for (const path of source.unlisted) {
    if (builder.has(path)) continue;
    const page = await builder.addPage(path, undefined);
    if (page?.kind === 'document') pages.push({ ...page, isHidden: true });
  }
  listChildren(pages);
  const reusables = await source.converter.convertIncluded();
  if (source.anchors) pointAtHeadings({ pages, reusables }, builder.headings, source.anchors);
  return { pages, files: [], reusables, problems: source.problems.list };
}

class SiteBuilder {
  /** The headings that became titles, by the paths of their pages. */
  readonly headings = new Map<string, string>();
  private readonly source: SiteSource;
  private readonly added = new Map<string, ImportedDocument>();
  private readonly missing = new Set<string>();
  private sections = 0;

  constructor(source: SiteSource) {
    this.source = source;
  }

  has(path: string): boolean {
    return this.added.has(path);
  }

  async addAll(items: readonly NavigationItem[], depth: number): Promise<ImportedPage[]> {
    const pages: ImportedPage[] = [];
    for (const item of items) {
      const page = await this.add(item, depth);
      if (page) pages.push(page);
    }
    return pages;
  }

  private async add(item: NavigationItem, depth: number): Promise<ImportedPage | undefined> {
    switch (item.kind) {
      case 'page':
        return this.addPage(item.path, item.label);
      case 'link':
        return {
          kind: 'link',
          path: `${this.source.navigationPath}/link-${++this.sections}`,
          title: item.title,
          target: targetFrom(item.target, ''),
          children: [],
        };
      case 'section':
        return this.addSection(item, depth);
    }
  }

  /** A page that is listed again becomes a link to its first place. */
  async addPage(path: string, label: string | undefined): Promise<ImportedPage | undefined> {
    const known = this.added.get(path);
    if (known)
      return {
        kind: 'link',
        path: `${path}/again-${++this.sections}`,
        title: label ?? known.title,
        target: targetFrom(`/${path}`, ''),
        children: [],
      };
    if (!this.source.files.has(path)) {
      this.reportMissing(path);
      return undefined;
    }
    const converted = await this.source.converter.convert(path);
    const page = (this.source.makePage ?? ((each, title) => makeDocument(each, { label: title })))(
      converted,
      label,
    );
    this.added.set(path, page);
    if (converted.heading !== undefined) this.headings.set(path, converted.heading);
    return page;
  }

  private reportMissing(path: string): void {
    if (this.missing.has(path)) return;
    this.missing.add(path);
    this.source.problems.report({
      path: this.source.navigationPath,
      reason: 'missing-page',
      message: `The navigation lists “${path}”, which is not in the source.`,
    });
  }

  /** A section without a page is a group at the top, and a page that lists its children elsewhere. */
  private async addSection(section: NavigationSection, depth: number): Promise<ImportedPage | undefined> {
    const own =
      section.path === undefined ? undefined : await this.addPage(section.path, section.title || undefined);
    const children = await this.addAll(section.children, depth + 1);
    if (own?.kind === 'document') {
      appendTo(own.children, children);
      return own;
    }
    if (own) children.unshift(own);
    const { title, description, icon, isDraft, alias } = section;
    const isPage = description !== undefined || alias !== undefined || isDraft === true;
    if (children.length === 0 && !isPage) return undefined;
    const path = `${this.source.navigationPath}/section-${++this.sections}`;
    if (depth === 0 && !isPage) return { kind: 'group', path, title, children };
    return {
      kind: 'document',
      path,
      title,
      markdown: children.length > 0 ? LIST_OF_CHILDREN : '',
      description,
      ...readIcon(icon),
      ...(alias === undefined ? {} : { aliases: [alias] }),
      children,
    };
  }
}
