import { assertNever } from '@lectern/markdown/assert-never';
import type { Block, DocumentNode, Fragment, OpenApiBlock } from '@lectern/markdown/document';
import { isText, plainText } from '@lectern/markdown/document';
import { readPageSettings } from '@lectern/markdown/page-settings';
import type { ParsedDocument } from '@lectern/markdown/parse-markdown';
import { listReferences } from '@lectern/markdown/resolve-references';

/** The content below one heading, in one tab or in one expandable. */
export interface PassageSection {
  /** Absent before the first heading. */
  anchor?: string;
  title: string;
  level: number;
  /** Undefined: the page itself. */
  parent: PassageSection | undefined;
}

/** A piece of a document in which something can be named. */
export type Passage = { section: PassageSection } & (
  | { kind: 'prose'; text: string; codes: string[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string }
  | { kind: 'block'; block: OpenApiBlock }
);

/** The level of containers, below all headings: a container belongs to the heading above it. */
const CONTAINER_LEVEL = 10;

/** Lists everything in a document that can name parts of a spec, in its order. `title`: the title of the page. */
export function listPassages(
  parsed: Pick<ParsedDocument, 'document' | 'frontMatter'>,
  title: string,
): Passage[] {
  const page: PassageSection = { title, level: 0, parent: undefined };
  const passages: Passage[] = [];
  const targets = new Map<string, string[]>();
  for (const { raw, kind, key } of listReferences(parsed.document))
    if (kind !== 'openapi') (targets.get(key) ?? targets.set(key, []).get(key))?.push(raw);

  const addProse = (section: PassageSection, text: string | undefined, codes: string[] = []): void => {
    if (text !== undefined && text.trim() !== '') passages.push({ kind: 'prose', section, text, codes });
  };

  function walk(nodes: readonly DocumentNode[], above: PassageSection): PassageSection {
    let section = above;
    for (const node of nodes) {
      if (isText(node)) continue;
      // An address within the text is read with it.
      const shown = node.object === 'inline' ? plainText(node.nodes ?? []) : undefined;
      for (const text of targets.get(node.key ?? '') ?? [])
        if (text !== shown) passages.push({ kind: 'link', section, text });
      if (node.object === 'inline') {
        walkChildren(node, section);
        continue;
      }
      section = visit(node, section);
    }
    return section;
  }

  function walkChildren(
    node: Exclude<DocumentNode, { object: 'text' }>,
    section: PassageSection,
  ): PassageSection {
    const after = node.nodes ? walk(node.nodes, section) : section;
    for (const fragment of (node.fragments ?? []) as Fragment[]) walk(fragment.nodes, section);
    return after;
  }

  /** Returns the section of the content after the block. */
  function visit(block: Block, section: PassageSection): PassageSection {
    switch (block.type) {
      case 'heading-1':
      case 'heading-2':
      case 'heading-3': {
        const level = block.data.level ?? Number(block.type.slice(-1));
        let parent = section;
        while (parent.parent && parent.level >= level) parent = parent.parent;
        const title = plainText(block.nodes).trim();
        const next = { ...(block.meta ? { anchor: block.meta.id } : {}), title, level, parent };
        addProse(next, title, listCodes(block.nodes));
        walk(block.nodes, next);
        return next;
      }
      case 'paragraph':
        addProse(section, plainText(block.nodes), listCodes(block.nodes));
        walkChildren(block, section);
        return section;
      case 'code': {
        const text = block.nodes.map(({ nodes }) => plainText(nodes)).join('\n');
        if (block.data.verbatim) addProse(section, text);
        else passages.push({ kind: 'code', section, text: `${block.data.title ?? ''}\n${text}` });
        return section;
      }
      case 'if':
        return walk(block.nodes, section);
      case 'swagger':
      case 'openapi-operation':
      case 'openapi-webhook':
      case 'openapi-schemas':
        passages.push({ kind: 'block', section, block });
        return section;
      case 'integration':
        for (const text of Object.values(block.data.props)) passages.push({ kind: 'code', section, text });
        return section;
      case 'table':
        for (const { title } of Object.values(block.data.definition)) addProse(section, title);
        walkChildren(block, section);
        return section;
      case 'image':
        addProse(section, block.data.alt);
        walkChildren(block, section);
        return section;
      case 'prompt':
        addProse(section, block.data.description);
        walkChildren(block, section);
        return section;
      case 'tabs-item': {
        const title = block.data.title ?? '';
        const inside = within(section, block.meta?.id, title);
        addProse(inside, title);
        walkChildren(block, inside);
        return section;
      }
      case 'expandable': {
        const heading = (block.fragments ?? []).find(({ type }) => type === 'expandable-title');
        walkChildren(block, within(section, block.meta?.id, heading ? plainText(heading.nodes) : ''));
        return section;
      }
      case 'list-unordered':
      case 'list-ordered':
      case 'list-tasks':
      case 'list-item':
      case 'blockquote':
      case 'hint':
      case 'images':
      case 'drawing':
      case 'file':
      case 'embed':
      case 'content-ref':
      case 'reusable-content':
      case 'tabs':
      case 'stepper':
      case 'stepper-step':
      case 'columns':
      case 'column':
      case 'updates':
      case 'update':
      case 'math':
      case 'divider':
      case 'code-line':
        walkChildren(block, section);
        return section;
      default:
        return assertNever(block);
    }
  }

  addProse(page, title);
  const { data } = parsed.frontMatter ?? {};
  if (data) addProse(page, readPageSettings({ frontMatter: data }).description);
  walk(parsed.document.nodes, page);
  return passages;
}

const within = (parent: PassageSection, anchor: string | undefined, title: string): PassageSection => ({
  ...(anchor === undefined ? {} : { anchor }),
  title,
  level: CONTAINER_LEVEL,
  parent,
});

/** The pieces of a line that are marked as code. */
function listCodes(nodes: readonly DocumentNode[]): string[] {
  const codes: string[] = [];
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const { text, marks } of node.leaves)
        if (marks.some(({ type }) => type === 'code' || type === 'keyboard')) codes.push(text);
    } else if (node.object === 'inline' && node.nodes) codes.push(...listCodes(node.nodes));
  }
  return codes;
}
