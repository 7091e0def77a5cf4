import type { NodeRange } from '../assemble/context.ts';
import { isSame } from '../canonical.ts';
import type { AnnotationBody, Block, InlineNode } from '../document.ts';
import { parseMarkdown, type Range } from '../parse-markdown.ts';
import type { Writer } from '../write/write-blocks.ts';
import { asRead } from './name-tables.ts';

/** A range of a source with what takes its place. */
export interface Edit extends Range {
  text: string;
}

/** A source that is edited, and how. */
export interface Site {
  source: string;
  newline: string;
  /** The ranges of the blocks and fragments of the source, and of its tags, by key. */
  ranges: ReadonlyMap<string, Range>;
  tags: Pick<ReadonlyMap<string, NodeRange>, 'get'>;
  /** Writes in the style of the source. */
  writer: Writer;
  /** New blocks that are to be written as a whole, since smaller changes did not give what they mean. */
  coarse: ReadonlySet<object>;
  /** Changes what differs between two blocks; undefined where the new one must be written as a whole. */
  splice(old: Block, next: Block): Edit[] | undefined;
  /** A block as written in the source; undefined for one that is not in it. */
  copyOf(block: Block): string | undefined;
  /** Blocks with their targets as those of the new document are. */
  settle(nodes: Block[]): Block[];
  /** One text for all equivalent blocks. */
  textOf(block: Block): string;
  /** The definitions of targets and footnotes that a text refers to, as written in the source. */
  definitionsFor(text: string): string;
}

export const sliceOf = ({ source }: Pick<Site, 'source'>, { start, end }: Range): string =>
  source.slice(start, end);

/** The prefix of the lines after the first one from an offset: quotes and indents, without the markers of items. */
export function linePrefix({ source }: Pick<Site, 'source'>, offset: number): string {
  const line = offset === 0 ? '' : source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset);
  const written = line.slice(line.lastIndexOf('\r') + 1).replace(/^\uFEFF/, '');
  // The box of a task is text: the lines of its item begin where the box does.
  return written.replace(/((?:[*+-]|\d[.)])[ \t]+)\[[ xX]\][ \t]+$/, '$1').replace(/[^ \t>]/g, ' ');
}

/** Puts a text in lines that begin with a prefix. */
export function inLines({ newline }: Site, text: string, prefix: string): string {
  const blank = prefix.trimEnd();
  return text.replace(
    /\n(?=(\n|$)?)/g,
    (_match, next?: string) => newline + (next === undefined ? prefix : blank),
  );
}

/** The reverse: text without what begins its lines. */
export const outOfLines = (text: string, prefix: string): string =>
  text.replace(/(?:\r\n?|\n)([^\r\n]*)/g, (_match, line: string) => {
    if (line.startsWith(prefix)) return `\n${line.slice(prefix.length)}`;
    let at = 0;
    while (at < prefix.length && at < line.length && /[ \t>]/.test(line[at]!)) at++;
    return `\n${line.slice(at)}`;
  });

/** The blocks that a piece of Markdown is read as. */
export function readBlocks(site: Pick<Site, 'definitionsFor' | 'settle'>, text: string): Block[] {
  // The first block of a page may be its title.
  const { document } = parseMarkdown(`x\n\n${text}\n\n${site.definitionsFor(text)}`);
  return site.settle(document.nodes.slice(1)).map(asRead);
}

/** Whether nodes are equal apart from the text of footnotes, which is elsewhere. */
export const isSameLine = (left: readonly InlineNode[], right: readonly InlineNode[]): boolean =>
  isSame(withoutBodies(left), withoutBodies(right));

function withoutBodies(nodes: readonly InlineNode[]): InlineNode[] {
  return nodes.map((node) =>
    node.object === 'inline' && node.type === 'annotation'
      ? { ...node, fragments: [] as AnnotationBody[] }
      : node,
  );
}

/** Applies edits that do not overlap. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let result = '';
  let position = 0;
  for (const { start, end, text } of [...edits].sort(
    (left, right) => left.start - right.start || left.end - right.end,
  )) {
    if (start < position) continue;
    result += source.slice(position, start) + text;
    position = end;
  }
  return result + source.slice(position);
}
