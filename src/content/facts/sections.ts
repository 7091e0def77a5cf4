import type { Block, DocumentNode } from '../documents/document.ts';
import type { ParsedDocument } from '../documents/parse-markdown.ts';
import { addBlockText } from './block-text.ts';
import { inlineText } from './inline-text.ts';
import { splitText } from './split-text.ts';

/** A piece of a page that search finds on its own: what stands under one heading, or in one expandable. */
export interface Section {
  /** The anchor of the heading; absent before the first heading. A long text makes several sections of one anchor. */
  anchor?: string;
  title: string;
  /** The plain text below the heading, one block in each line; what is seen only as markup is not in it. */
  text: string;
}

/** Short enough to rank what stands together as one thing, and to cut an excerpt from without reading much. */
const MAXIMUM_TEXT = 4000;

/** A longer heading is text under its own beginning. */
const MAXIMUM_TITLE = 300;

interface Draft {
  anchor?: string;
  title: string;
  lines: string[];
}

/** The sections of a document, in the order in which they begin. */
export function readSections({ document }: ParsedDocument): Section[] {
  const drafts: Draft[] = [{ title: '', lines: [] }];
  addBlocks(drafts, drafts[0] as Draft, document.nodes);
  return drafts.flatMap(({ anchor, title, lines }) => {
    const text = lines.join('\n');
    if (title === '' && text === '') return [];
    return splitText(text, MAXIMUM_TEXT).map((part) => ({
      ...(anchor === undefined ? {} : { anchor }),
      title,
      text: part,
    }));
  });
}

/** Adds blocks to the section they stand in; returns the section that what follows them stands in. */
function addBlocks(drafts: Draft[], within: Draft, nodes: readonly DocumentNode[]): Draft {
  let current = within;
  for (const node of nodes) if (node.object === 'block') current = addBlock(drafts, current, node);
  return current;
}

function addBlock(drafts: Draft[], current: Draft, block: Block): Draft {
  if (block.type.startsWith('heading-')) return begin(drafts, block, block.nodes ?? []);
  // What applies or not is still part of what is around it.
  if (block.type === 'if') return addBlocks(drafts, current, block.nodes ?? []);
  if (block.type === 'expandable') {
    const part = (type: string): Block[] => block.fragments?.find((one) => one.type === type)?.nodes ?? [];
    const section = begin(
      drafts,
      block,
      part('expandable-title').flatMap(({ nodes }) => nodes ?? []),
    );
    addBlocks(drafts, section, part('expandable-body'));
    return current;
  }
  if (CONTAINERS.has(block.type)) {
    if (block.type === 'tabs-item' && block.data.title) current.lines.push(String(block.data.title));
    // A heading within a container is one of the container only: what follows it belongs to what was before.
    addBlocks(drafts, current, block.nodes ?? []);
    return current;
  }
  addBlockText(block, current.lines);
  return current;
}

const CONTAINERS = new Set([
  'blockquote',
  'hint',
  'list-unordered',
  'list-ordered',
  'list-tasks',
  'list-item',
  'tabs',
  'tabs-item',
  'stepper',
  'stepper-step',
  'columns',
  'column',
  'updates',
  'update',
]);

function begin(drafts: Draft[], block: Block, heading: readonly DocumentNode[]): Draft {
  const lines: string[] = [];
  const written = inlineText(heading, lines).replace(/\s+/g, ' ').trim();
  const [title = '', ...rest] = splitText(written, MAXIMUM_TITLE);
  const draft = { ...(block.meta ? { anchor: block.meta.id } : {}), title, lines: [...rest, ...lines] };
  drafts.push(draft);
  return draft;
}
