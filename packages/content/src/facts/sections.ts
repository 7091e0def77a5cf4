import { assertNever } from '@lectern/markdown/assert-never';
import type { Block, Expandable, Heading, InlineNode } from '@lectern/markdown/document';
import { findShownTitle } from '@lectern/markdown/page-title';
import type { ParsedDocument } from '@lectern/markdown/parse-markdown';
import { addBlockText } from './block-text.ts';
import { inlineText } from './inline-text.ts';
import { splitText } from './split-text.ts';

/** A part of a page that search finds on its own: the text below one heading, or in one expandable. */
export interface Section {
  /** The anchor of the heading; absent before the first heading. A long text makes several sections of one anchor. */
  anchor?: string;
  title: string;
  /** The plain text below the heading, one block in each line, without markup. */
  text: string;
}

/** Short enough to rank neighboring text as one unit, and to cut an excerpt without reading much. */
const MAX_TEXT_LENGTH = 4000;

/** A longer heading is text under its own beginning. */
const MAX_TITLE_LENGTH = 300;

interface Draft {
  anchor?: string;
  title: string;
  lines: string[];
}

/** The sections of a document, in the order in which they begin. */
export function readSections({ document }: Pick<ParsedDocument, 'document'>): Section[] {
  // The title of the page is found as that.
  const title = findShownTitle(document.nodes)?.heading;
  const parts: Block[][] = [[]];
  for (const node of document.nodes) {
    if (node === title) continue;
    if (isHeading(node)) parts.push([node]);
    else (parts.at(-1) as Block[]).push(node);
  }
  return parts.flatMap((part) => (part.length === 0 ? [] : sectionsOf(part)));
}

const isHeading = ({ type }: Block): boolean =>
  type === 'heading-1' || type === 'heading-2' || type === 'heading-3';

/** Blocks never change, and most headings of a page have the blocks below them that they had in the edit before. */
const known = new WeakMap<Block, { blocks: readonly Block[]; sections: readonly Section[] }>();

/** The sections of a heading with what is below it, or of what comes before the first heading. */
function sectionsOf(blocks: readonly Block[]): readonly Section[] {
  const first = blocks[0] as Block;
  const before = known.get(first);
  if (before?.blocks.length === blocks.length && blocks.every((block, at) => block === before.blocks[at]))
    return before.sections;
  const drafts: Draft[] = isHeading(first) ? [] : [{ title: '', lines: [] }];
  addBlocks(drafts, drafts[0] as Draft, blocks);
  const sections = drafts.flatMap(({ anchor, title, lines }) => {
    const text = lines.join('\n');
    if (title === '' && text === '') return [];
    return splitText(text, MAX_TEXT_LENGTH).map((part) => ({
      ...(anchor === undefined ? {} : { anchor }),
      title,
      text: part,
    }));
  });
  known.set(first, { blocks, sections });
  return sections;
}

/** Adds blocks to their section; returns the section of the content that follows them. */
function addBlocks(drafts: Draft[], within: Draft, blocks: readonly Block[]): Draft {
  let current = within;
  for (const block of blocks) current = addBlock(drafts, current, block);
  return current;
}

function addBlock(drafts: Draft[], current: Draft, block: Block): Draft {
  switch (block.type) {
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return begin(drafts, block, block.nodes);
    // Conditional content is part of its surroundings, whether or not it applies.
    case 'if':
      return addBlocks(drafts, current, block.nodes);
    case 'expandable':
      addExpandable(drafts, block);
      return current;
    case 'tabs-item':
      if (block.data.title) current.lines.push(block.data.title);
      addBlocks(drafts, current, block.nodes);
      return current;
    // A heading within a container applies only inside it: content after the container belongs to the previous section.
    case 'blockquote':
    case 'hint':
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
    case 'list-item':
    case 'tabs':
    case 'stepper':
    case 'stepper-step':
    case 'columns':
    case 'column':
    case 'updates':
    case 'update':
      addBlocks(drafts, current, block.nodes);
      return current;
    case 'paragraph':
    case 'divider':
    case 'code':
    case 'code-line':
    case 'math':
    case 'images':
    case 'image':
    case 'drawing':
    case 'file':
    case 'embed':
    case 'content-ref':
    case 'reusable-content':
    case 'table':
    case 'prompt':
    case 'swagger':
    case 'openapi-operation':
    case 'openapi-webhook':
    case 'openapi-schemas':
    case 'integration':
      addBlockText(block, current.lines);
      return current;
    default:
      return assertNever(block);
  }
}

function addExpandable(drafts: Draft[], block: Expandable): void {
  const parts = block.fragments ?? [];
  const title = parts.flatMap((part) => (part.type === 'expandable-title' ? part.nodes : []));
  const body = parts.flatMap((part) => (part.type === 'expandable-body' ? part.nodes : []));
  const section = begin(
    drafts,
    block,
    title.flatMap(({ nodes }) => nodes),
  );
  addBlocks(drafts, section, body);
}

function begin(drafts: Draft[], block: Heading | Expandable, heading: readonly InlineNode[]): Draft {
  const lines: string[] = [];
  const written = inlineText(heading, lines).replace(/\s+/g, ' ').trim();
  const [title = '', ...rest] = splitText(written, MAX_TITLE_LENGTH);
  const draft = { ...(block.meta ? { anchor: block.meta.id } : {}), title, lines: [...rest, ...lines] };
  drafts.push(draft);
  return draft;
}
