import { writeMarkdown } from '@lectern/markdown/write-markdown';
import { isRecord } from '@lectern/std/is-record';
import type { ImportedContent, ImportedDocument, ImportedPage, ImportFiles } from '../../imported-content.ts';
import { splitTarget } from '../shared/paths.ts';
import type { Problems } from '../shared/problems.ts';
import {
  createNavigationBudget,
  type NavigationBudget,
  readNested,
  spendItem,
} from '../shared/site/navigation.ts';
import { readIcon, textField } from '../shared/site/page-fields.ts';
import { buildOutlineBlocks } from './build-outline-blocks.ts';

/** Larger files are not read, because reading one needs several times its length in memory. */
const MAX_LENGTH = 200_000_000;

/** One file of the export: a collection with all its documents. */
interface Collection {
  path: string;
  name: string;
  icon: unknown;
  description: unknown;
  structure: unknown[];
  documents: Map<string, Record<string, unknown>>;
}

/** Brings in an export as JSON: a file for each collection, and the attachments beside them. */
export async function convertOutlineJson(files: ImportFiles, problems: Problems): Promise<ImportedContent> {
  const archive = await OutlineArchive.read(files, problems);
  const { collections } = archive;
  const pages = collections.map((collection) => archive.makeCollection(collection));
  // One collection alone needs no group around its documents.
  const [only] = pages;
  const isAlone = pages.length === 1 && only?.kind === 'group';
  return { pages: isAlone ? only.children : pages, files: [], reusables: [], problems: problems.list };
}

class OutlineArchive {
  readonly collections: Collection[] = [];
  private readonly problems: Problems;
  /** The paths of the pages of documents, by the ids in their addresses and by their own. */
  private readonly pages = new Map<string, string>();
  /** The files of attachments by their ids. */
  private readonly attachments = new Map<string, string>();
  private readonly budget: NavigationBudget = createNavigationBudget();

  private constructor(problems: Problems) {
    this.problems = problems;
  }

  static async read(files: ImportFiles, problems: Problems): Promise<OutlineArchive> {
    const archive = new OutlineArchive(problems);
    for (const path of files.paths) {
      if (!/^(?:[^/]+\/)?[^/]+\.json$/.test(path) || /(?:^|\/)metadata\.json$/.test(path)) continue;
      const value = files.sizeOf(path) > MAX_LENGTH ? undefined : parseJson(await files.readText(path));
      if (isRecord(value) && isRecord(value.collection)) archive.addCollection(path, value, files);
      else
        problems.report({
          path,
          reason: 'unreadable-file',
          message: 'The file contains no collection that could be read.',
        });
    }
    return archive;
  }

  private addCollection(path: string, value: Record<string, unknown>, files: ImportFiles): void {
    const collection = value.collection as Record<string, unknown>;
    const documents = new Map<string, Record<string, unknown>>();
    for (const [id, document] of Object.entries(isRecord(value.documents) ? value.documents : {})) {
      if (!isRecord(document)) continue;
      documents.set(id, document);
      this.pages.set(id, pagePath(path, id));
      const urlId = textField(document.urlId);
      if (urlId !== undefined) this.pages.set(urlId, pagePath(path, id));
    }
    for (const [id, attachment] of Object.entries(isRecord(value.attachments) ? value.attachments : {})) {
      const key = isRecord(attachment) ? textField(attachment.key) : undefined;
      if (key !== undefined && files.has(key)) this.attachments.set(id, key);
    }
    this.collections.push({
      path,
      name: textField(collection.name) ?? path,
      icon: collection.icon,
      description: collection.data,
      structure: Array.isArray(collection.documentStructure) ? collection.documentStructure : [],
      documents,
    });
  }

  makeCollection(collection: Collection): ImportedPage {
    const { path, name, structure, documents } = collection;
    const added = new Set<string>();
    const children = this.makeDocuments(collection, structure, added);
    for (const [id, document] of documents)
      if (document.template === true)
        this.problems.report({
          path: pagePath(path, id),
          line: 1,
          reason: 'left-out',
          message: `The template “${textField(document.title) ?? id}” was left out.`,
        });
      else if (!added.has(id))
        children.push({ ...this.makeDocument(collection, id, document), isHidden: true });
    const markdown = this.convert(path, collection.description);
    if (markdown.trim() === '') return { kind: 'group', path, title: name, children };
    return { kind: 'document', path, title: name, markdown, ...readIcon(collection.icon), children };
  }

  private makeDocuments(
    collection: Collection,
    nodes: readonly unknown[],
    added: Set<string>,
  ): ImportedDocument[] {
    return nodes.flatMap((node) => {
      if (!isRecord(node) || !spendItem(this.budget)) return [];
      const id = textField(node.id) ?? '';
      const document = collection.documents.get(id);
      if (added.has(id)) return [];
      if (!document) {
        this.problems.report({
          path: collection.path,
          reason: 'missing-page',
          message: `The collection lists “${textField(node.title) ?? id}”, which is not in the export.`,
        });
        return [];
      }
      added.add(id);
      const page = this.makeDocument(collection, id, document);
      const { children } = node;
      if (Array.isArray(children))
        page.children = readNested(this.budget, () => this.makeDocuments(collection, children, added));
      return [page];
    });
  }

  private makeDocument(
    collection: Collection,
    id: string,
    document: Record<string, unknown>,
  ): ImportedDocument {
    const path = pagePath(collection.path, id);
    const urlId = textField(document.urlId);
    return {
      kind: 'document',
      path,
      title: textField(document.title) ?? 'Untitled',
      markdown: this.convert(path, document.data),
      ...readIcon(document.icon ?? document.emoji),
      ...(urlId === undefined ? {} : { aliases: [`outline:${urlId}`] }),
      ...(document.publishedAt === null ? { isHidden: true } : {}),
      children: [],
    };
  }

  private convert(path: string, document: unknown): string {
    const nodes = buildOutlineBlocks(document, {
      report: (problem) => this.problems.report({ path, ...problem }),
      target: (address) => this.findTarget(address),
      mention: (id) => this.linkTo(this.pages.get(id), ''),
    });
    return writeMarkdown({ object: 'document', data: {}, nodes });
  }

  private linkTo(path: string | undefined, anchor: string): string | undefined {
    return path === undefined ? undefined : `/${path}${anchor}`;
  }

  /** Documents are named by the end of their address, attachments by their id. */
  private findTarget(address: string): string {
    const attachment = /\/api\/attachments\.redirect\?id=([\w-]+)/.exec(address)?.[1];
    const { path, anchor } = splitTarget(address);
    const id =
      /(?:^|\/)doc\/(?:[^/]*-)?([A-Za-z0-9]{10,15})$/.exec(path)?.[1] ?? /\/doc\/([\w-]+)$/.exec(path)?.[1];
    return (
      this.linkTo(this.attachments.get(attachment ?? ''), '') ??
      this.linkTo(this.pages.get(id ?? ''), anchor) ??
      address
    );
  }
}

const pagePath = (collection: string, id: string): string => `${collection}/${id}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
