import { isSame } from './canonical.ts';
import type { Block, InlineNode, JSONDocument } from './document.ts';
import { fillBlanks } from './fill-blanks.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { NORMAL_STYLE, type WrittenStyle } from './write/style.ts';
import { createFootnotes, type Footnotes, type Writer, writeBlocks } from './write/write-blocks.ts';
import { writeHtmlInlines } from './write/write-html.ts';
import { type InlineStyle, writeInlines } from './write/write-inlines.ts';

/** The body of a page in GitBook's normal form: without front matter and title, ending in a line break. */
export function writeMarkdown(document: JSONDocument): string {
  const footnotes = createFootnotes();
  const writer = createWriter(footnotes);
  const parts = [writeBlocks(document.nodes, writer), ...writeDefinitions(footnotes, writer)].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
}

/** The definitions of the footnotes that were used, in the order of their labels. */
export function writeDefinitions(footnotes: Footnotes, writer: Writer): string[] {
  const definitions: string[] = [];
  // A footnote may add those that it refers to.
  for (const { label, body, isKnown } of footnotes.bodies) {
    if (isKnown) continue;
    const paragraphs = body.nodes.map((node) => writer.text(node.nodes, 'footnote'));
    definitions.push(`[^${label}]: ${paragraphs.join('\n\n    ')}`);
  }
  return definitions;
}

/** Writes text lightly where that is read back as it is, carefully where it is not, and as HTML where neither is. */
export function createWriter(footnotes: Footnotes, style: WrittenStyle = NORMAL_STYLE): Writer {
  return {
    footnotes,
    style,
    text(nodes, place) {
      const mark = footnotes.mark();
      const write = (some: readonly InlineNode[], isCareful = false): string => {
        footnotes.reset(mark);
        const light = lightStyle(footnotes, isCareful ? NORMAL_STYLE : style, place);
        return writeInlines(some, { ...light, isCareful }).join('');
      };
      const isLightFor = (some: readonly InlineNode[]): boolean =>
        isFaithful(write(some), some, place, footnotes, mark);
      // An inline that is about to be filled is read as its signs in both forms, and escapes would stay in the text.
      if (isLightFor(nodes) || (hasBlanks(nodes) && isLightFor(fillBlanks(nodes)))) return write(nodes);
      const careful = write(nodes, true);
      // Escapes keep texts what they are, but not inlines that stand alone.
      const mayBeOther = place === 'paragraph' && nodes.some(({ object }) => object !== 'text');
      if (!mayBeOther || isFaithful(careful, nodes, place, footnotes, mark)) return careful;
      // Images alone, for example, are a block of images in Markdown, and text in an element.
      footnotes.reset(mark);
      const element = `<p>${writeHtmlInlines(nodes, footnotes)}</p>`;
      return isFaithful(element, nodes, place, footnotes, mark) ? element : write(nodes, true);
    },
  };
}

const hasBlanks = (nodes: readonly InlineNode[]): boolean =>
  fillBlanks(nodes).some((node, at) => node !== nodes[at]);

export const lightStyle = (footnotes: Footnotes, marks: WrittenStyle, place: Place): InlineStyle => ({
  isCareful: false,
  isOneLine: place !== 'paragraph',
  footnotes,
  marks,
});

export type Place = keyof typeof PLACES;

const PLACES = {
  paragraph: { before: '', after: '' },
  heading: { before: '## ', after: '' },
  footnote: { before: 'x[^lectern]\n\n[^lectern]: ', after: '' },
  cell: { before: '| x |\n| - |\n| ', after: ' |' },
};

function isFaithful(
  text: string,
  nodes: readonly InlineNode[],
  place: keyof typeof PLACES,
  footnotes: Footnotes,
  mark: number,
): boolean {
  // Words and single blanks never have a special meaning.
  if (/^\p{L}+(?:[ ,.]{1,2}\p{L}+)*[.?]?$/u.test(text)) return true;
  const definitions = footnotes.bodies.slice(mark).map(({ label }) => `\n\n[^${label}]: x`);
  const written = place === 'cell' ? text.replace(/\|/g, '\\|') : text;
  const read = readText(written, place, definitions.join(''));
  return read !== undefined && isSame(withoutBodies(read), withoutBodies(nodes));
}

/** The inlines that a text is read as at a place; undefined if it is not one line of text. */
export function readText(text: string, place: Place, definitions: string): InlineNode[] | undefined {
  const { before, after } = PLACES[place];
  return contentOf(parseMarkdown(`${before}${text}${after}${definitions}`).document.nodes, place);
}

function contentOf(blocks: readonly Block[], place: keyof typeof PLACES): InlineNode[] | undefined {
  const [block] = blocks;
  if (blocks.length !== 1 || !block) return undefined;
  switch (place) {
    case 'paragraph':
      return block.type === 'paragraph' && !block.data.align ? block.nodes : undefined;
    case 'heading':
      return block.type === 'heading-1' && !block.meta?.isExplicit ? block.nodes : undefined;
    case 'footnote': {
      if (block.type !== 'paragraph') return undefined;
      const annotation = block.nodes.find((node) => node.object === 'inline');
      const body = annotation?.type === 'annotation' ? annotation.fragments?.[0]?.nodes : undefined;
      return body?.length === 1 ? body[0]!.nodes : undefined;
    }
    case 'cell': {
      const [cell, ...others] = (block.type === 'table' && block.fragments) || [];
      const paragraph = others.length === 0 && cell?.nodes.length === 1 ? cell.nodes[0]! : undefined;
      return paragraph?.type === 'paragraph' ? paragraph.nodes : undefined;
    }
  }
}

/** The bodies of footnotes are written, and judged, on their own. */
function withoutBodies(nodes: readonly InlineNode[]): InlineNode[] {
  return nodes.map((node) =>
    node.object === 'inline' && node.type === 'annotation' ? { ...node, fragments: [] } : node,
  );
}
