import { type HtmlNode, isElement, parseHtml } from '@lectern/html/html-tree';
import type { ComparedBlock } from '../compare-blocks.ts';
import type { ChangedSetting } from '../list-settings.ts';
import { markNodes, writeWhole } from './mark-blocks.ts';
import { Marking } from './marking.ts';

/** The HTML of a block in the versions that have it. */
export interface BlockHtml {
  type: ComparedBlock['type'];
  /** Whether the HTML can differ although the block is the same. */
  isOpen?: boolean | undefined;
  before?: string | undefined;
  after?: string | undefined;
}

/** The same with what changed. */
export interface MarkedBlock {
  type: ComparedBlock['type'];
  /** Both versions in one text; undefined for a block that is the same in both. */
  html?: string;
  before?: string;
  after?: string;
  /** Links that lead elsewhere, and notes with another text. */
  settings?: ChangedSetting[];
}

/** Marks in the HTML of the blocks of a page what changed between two revisions. The work grows with the length. */
export function markPage(blocks: readonly BlockHtml[], revisionIds: readonly string[]): MarkedBlock[] {
  const ids = { before: new Set<string>(), after: new Set<string>() };
  for (const { before = '', after = '' } of blocks) {
    addIds(before, ids.before);
    addIds(after, ids.after);
  }
  const marking = new Marking(revisionIds, ids);
  return blocks.map((block) => markBlock(block, marking));
}

function markBlock({ type, isOpen = false, before, after }: BlockHtml, marking: Marking): MarkedBlock {
  switch (type) {
    case 'equal':
    case 'moved': {
      if (isOpen && differ(before, after, marking))
        return markBlock({ type: 'changed', before, after }, marking);
      return { type, after: after ?? '' };
    }
    case 'added': {
      const html = writeWhole(readNodes(after), 'after', marking);
      return { type, html, after: html };
    }
    case 'removed': {
      const html = writeWhole(readNodes(before), 'before', marking);
      return { type, html, before: html };
    }
    case 'changed': {
      const output = markNodes(readNodes(before), readNodes(after), marking);
      const settings = marking.takeSettings();
      return {
        type,
        html: output.merged.join(''),
        before: output.before.join(''),
        after: output.after.join(''),
        ...(settings.length > 0 ? { settings } : {}),
      };
    }
  }
}

/** The nodes of HTML, as a browser reads them. */
function readNodes(html = ''): HtmlNode[] {
  const root = parseHtml(`<!doctype html><body>${html}`).childNodes.find(isElement);
  return root?.childNodes.filter(isElement).find(({ tagName }) => tagName === 'body')?.childNodes ?? [];
}

function addIds(html: string, ids: Set<string>): void {
  for (const [, id] of html.matchAll(/ id="([^"]*)"/g)) if (id !== undefined) ids.add(id);
}

/** Whether readers see two versions of a block differently. */
function differ(before: string | undefined, after: string | undefined, { signatures }: Marking): boolean {
  const [old, current] = [before, after].map((html) =>
    readNodes(html)
      .map((node) => signatures.of(node))
      .join(),
  );
  return old !== current;
}
