import type { Block } from '@lectern/markdown/document';
import { outlineSpec } from '@lectern/openapi/outline-spec';
import type { Json } from '@lectern/openapi/resolve';
import type { ComputedSection } from '../../server/domains/specs/pages/computed-parts.ts';
import {
  type ComputedPage,
  listComputedPages,
} from '../../server/domains/specs/pages/list-computed-pages.ts';

/** The slug by which blocks of the reference name the document. */
const SPEC = 'lectern';

export interface ReferencePage {
  /** Below the reference; empty for its first page. */
  path: string;
  title: string;
  blocks: readonly Block[];
  /** The operation of the page. */
  sections: readonly ComputedSection[];
  parent: ReferencePage | undefined;
  children: readonly ReferencePage[];
}

export interface ReferencePages {
  /** What the first page says, before the tags. */
  first: ReferencePage;
  /** One for each tag, with the pages of its operations below. */
  tags: readonly ReferencePage[];
  readingOrder: readonly ReferencePage[];
  find(path: string): ReferencePage | undefined;
}

/** Lists the pages of the reference: a first one, one for each tag, and one for each operation. */
export function listReferencePages(spec: Json): ReferencePages {
  const listing = { spec: SPEC, isByOperation: true, hasModels: false, hasChangelog: false };
  const listed = listComputedPages(listing, outlineSpec(spec), []);
  const introduction = listed.find(({ key }) => key === 'overview');
  const first: ReferencePage = {
    path: '',
    title: 'API reference',
    blocks: introduction?.parts?.blocks ?? [],
    sections: [],
    parent: undefined,
    children: [],
  };
  const tags = listed.filter((page) => page !== introduction).map((page) => toPage(page, undefined));
  const readingOrder = [first, ...tags.flatMap((tag) => [tag, ...tag.children])];
  const byPath = new Map(readingOrder.map((page) => [page.path, page]));
  return { first, tags, readingOrder, find: (path) => byPath.get(path) };
}

function toPage({ title, slug, parts, children }: ComputedPage, parent: ReferencePage | undefined) {
  const page: ReferencePage & { children: ReferencePage[] } = {
    path: parent ? `${parent.path}/${slug}` : slug,
    title,
    blocks: parts?.blocks ?? [],
    sections: parts?.sections ?? [],
    parent,
    children: [],
  };
  page.children = children.map((child) => toPage(child, page));
  return page;
}
