import { type Block, type DocumentNode, plainText } from '@lectern/markdown/document';
import { replaceTargets } from '@lectern/markdown/edit-markdown';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { decodeComponent } from '@lectern/std/decode-component';
import type { ImportedContent, ImportedDocument } from '../../../imported-content.ts';
import { folderOf, isExternal, joinPath, splitTarget } from '../paths.ts';
import type { AnchorRule } from './anchor-rules.ts';
import { allPages } from './page-fields.ts';

/** The anchors of one page: those that the generator made, and the ones that the page has here. */
interface PageAnchors {
  /** Empty for the title, which the link to the page leads to. */
  byName: ReadonlyMap<string, string>;
  /** Names by their letters and digits alone; undefined for those of several headings. */
  byLetters: ReadonlyMap<string, string | undefined>;
  own: ReadonlySet<string>;
}

/**
 * Points links with the anchors of a generator at the headings. `headings` are the first headings of pages by their
 * paths, which became their titles.
 */
export function pointAtHeadings(
  content: Pick<ImportedContent, 'pages' | 'reusables'>,
  headings: ReadonlyMap<string, string>,
  rule: AnchorRule,
): void {
  const documents = new Map<string, ImportedDocument>();
  for (const page of allPages(content.pages)) if (page.kind === 'document') documents.set(page.path, page);
  const known = new Map<string, PageAnchors>();
  const anchorsOf = (path: string): PageAnchors | undefined => {
    const document = documents.get(path);
    if (!document) return undefined;
    const anchors = known.get(path) ?? listAnchors(document.markdown, headings.get(path), rule);
    known.set(path, anchors);
    return anchors;
  };
  const point = (target: string, from: string): string | undefined => {
    const { path, query, anchor } = splitTarget(target);
    if (anchor.length < 2 || isExternal(target)) return undefined;
    const page =
      path === '' ? from : joinPath(path.startsWith('/') ? '' : folderOf(from), decodeComponent(path));
    const anchors = page === undefined ? undefined : anchorsOf(page);
    const found = anchors && findAnchor(anchors, decodeComponent(anchor.slice(1)));
    if (found === undefined || `#${found}` === anchor) return undefined;
    if (found !== '') return `${path}${query}#${found}`;
    return path === '' ? `/${from}` : `${path}${query}`;
  };
  const pointAll = (markdown: string, from: string): string =>
    markdown.includes('#') ? replaceTargets(markdown, ({ raw }) => point(raw, from)) : markdown;
  // Anchors are looked up in pages whose targets may have changed already, which changes no heading.
  for (const page of allPages(content.pages)) {
    if (page.kind === 'document') page.markdown = pointAll(page.markdown, page.path);
    else if (page.kind === 'link') page.target = point(page.target, '') ?? page.target;
  }
  for (const reusable of content.reusables) reusable.markdown = pointAll(reusable.markdown, reusable.path);
}

function listAnchors(markdown: string, title: string | undefined, rule: AnchorRule): PageAnchors {
  const headings = listHeadings(parseMarkdown(markdown).document.nodes);
  const nameOf = rule(headings.flatMap(({ id, isExplicit }) => (isExplicit && id !== undefined ? [id] : [])));
  const byName = new Map<string, string>();
  const byLetters = new Map<string, string | undefined>();
  const add = (text: string, name: string, id: string): void => {
    if (!byName.has(name)) byName.set(name, id);
    for (const letters of new Set([lettersOf(name), lettersOf(text)]))
      byLetters.set(letters, byLetters.has(letters) ? undefined : id);
  };
  if (title !== undefined) add(title, nameOf(title), '');
  for (const { text, id, isExplicit } of headings)
    if (id !== undefined) add(text, isExplicit ? id : nameOf(text), id);
    else nameOf(text);
  return { byName, byLetters, own: new Set(headings.flatMap(({ id }) => id ?? [])) };
}

interface Heading {
  text: string;
  id: string | undefined;
  isExplicit: boolean;
}

/** The headings of the source, in order. The title of a hint is a heading only here. */
function listHeadings(nodes: readonly DocumentNode[], found: Heading[] = [], isHint = false): Heading[] {
  for (const [i, node] of nodes.entries()) {
    if (node.object !== 'block') continue;
    if (node.type === 'heading-1' || node.type === 'heading-2' || node.type === 'heading-3') {
      if (!(isHint && i === 0 && node.type === 'heading-3'))
        found.push({
          text: plainText(node.nodes),
          id: node.meta?.id,
          isExplicit: node.meta?.isExplicit === true,
        });
      continue;
    }
    for (const inner of innerNodes(node)) listHeadings(inner, found, node.type === 'hint');
  }
  return found;
}

function innerNodes(block: Block): (readonly DocumentNode[])[] {
  const fragments = 'fragments' in block && block.fragments ? block.fragments.map(({ nodes }) => nodes) : [];
  return 'nodes' in block && block.nodes ? [block.nodes, ...fragments] : fragments;
}

function findAnchor({ byName, byLetters, own }: PageAnchors, anchor: string): string | undefined {
  return byName.get(anchor) ?? (own.has(anchor) ? anchor : byLetters.get(lettersOf(anchor)));
}

/** Anchors are often written in the form of another generator, which differs only in the signs between words. */
const lettersOf = (text: string): string => {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return /^\d*$/.test(letters) ? '' : letters;
};
