import { joinTexts } from '../canonical.ts';
import { type Block, type InlineNode, plainText } from '../document.ts';
import { parseMarkdown, type Range } from '../parse-markdown.ts';
import { writeHtmlBlocks, writeHtmlInlines } from '../write/write-html.ts';
import { type AddressForm, writeInlines } from '../write/write-inlines.ts';
import { lightStyle, type Place, readText } from '../write-markdown.ts';
import { expandAddresses } from './bare-addresses.ts';
import { expandReferences } from './short-references.ts';
import { type Edit, inLines, isSameLine, outOfLines, type Site, sliceOf } from './site.ts';
import { transplant } from './transplant.ts';

interface TextChange {
  range: Range;
  old: readonly InlineNode[];
  next: readonly InlineNode[];
  place: Place | 'html';
  /** The prefix of each further line. */
  prefix: string;
}

/** Changes the words of a line of text that differ; undefined where that does not give what is wanted. */
export function spliceText(site: Site, change: TextChange): Edit | undefined {
  const { range, old, next, place, prefix } = change;
  const forms = !isRelated(old, next)
    ? []
    : place === 'html'
      ? [writeHtml]
      : place === 'paragraph'
        ? [...IN_MARKDOWN, writeHtml]
        : IN_MARKDOWN;
  for (const form of forms) {
    const mark = site.writer.footnotes.mark();
    const written = form(site, old, change);
    site.writer.footnotes.reset(mark);
    const wanted = form(site, next, change);
    for (const { text: from, restore } of formsOfSource(site, change, form))
      for (const edited of transplant({ source: from, old: written, next: wanted })) {
        const text = restore(edited);
        if (isRead(site, text, change)) return { ...range, text };
      }
    site.writer.footnotes.reset(mark);
  }
  // As a whole, in the style of the source.
  if (place === 'html' || place === 'footnote') return undefined;
  const text = inLines(site, site.writer.text(next, place), prefix);
  return { ...range, text: place === 'cell' ? escapePipes(text) : text };
}

const same = (text: string): string => text;

interface SourceForm {
  text: string;
  /** Makes what was written in full short again. */
  restore(edited: string): string;
}

/** The texts that a change can be made in: the source, and the source with its short forms written in full. */
function formsOfSource(site: Site, { range, place, prefix }: TextChange, form: WriteForm): SourceForm[] {
  const source = sliceOf(site, range);
  if (form === writeAngled || form === writeLinked) {
    const addresses = expandAddresses(source, form === writeAngled ? 'angle' : 'link');
    return addresses ? [addresses] : [];
  }
  const references =
    place === 'html' ? undefined : expandReferences(source, site.definitionsFor(outOfLines(source, prefix)));
  // A space that was at the edge of the text is written plainly in the middle of it.
  const bare = source.replace(/^&#x20;|&#x20;$/g, ' ');
  return [
    ...(bare === source ? [] : [{ text: bare, restore: same }]),
    ...(references ? [references] : []),
    { text: source, restore: same },
  ];
}

/** Whether texts have a word in common, or their marks. */
function isRelated(old: readonly InlineNode[], next: readonly InlineNode[]): boolean {
  if (shapeOf(old) === shapeOf(next)) return true;
  const words = new Set(plainText(old).match(WORDS));
  return (
    plainText(next)
      .match(WORDS)
      ?.some((word) => words.has(word)) ?? false
  );
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

const shapeOf = (nodes: readonly InlineNode[]): string =>
  joinTexts(nodes)
    .map((node) =>
      node.object === 'text'
        ? node.leaves.map(({ marks }) => marks.map(({ type }) => type).join('+')).join()
        : node.type,
    )
    .join(';');

type WriteForm = (site: Site, nodes: readonly InlineNode[], change: TextChange) => string[];

const lightForm =
  (addresses: AddressForm): WriteForm =>
  (site, nodes, { place, prefix }) => {
    const { footnotes, style } = site.writer;
    const light = lightStyle(footnotes, style, place === 'html' ? 'paragraph' : place);
    const pieces = writeInlines(nodes, { ...light, addresses });
    return pieces.map((piece) => inLines(site, place === 'cell' ? escapePipes(piece) : piece, prefix));
  };

const writeAngled = lightForm('angle');
const writeLinked = lightForm('link');
const IN_MARKDOWN = [lightForm('bare'), writeAngled, writeLinked];

const writeHtml: WriteForm = ({ writer }, nodes) => [writeHtmlInlines(nodes, writer.footnotes)];

export const escapePipes = (text: string): string => text.replace(/\|/g, '\\|');

function isRead(site: Site, text: string, { next, place, prefix }: TextChange): boolean {
  const line = outOfLines(text, prefix);
  const definitions = site.definitionsFor(line);
  const read =
    place === 'html'
      ? readCell(line, definitions)
      : readText(line, place, definitions === '' ? '' : `\n\n${definitions}`);
  return read !== undefined && isSameLine(settled(site, read), next);
}

function settled(site: Site, nodes: InlineNode[]): InlineNode[] {
  const [paragraph] = site.settle([{ object: 'block', type: 'paragraph', isVoid: false, data: {}, nodes }]);
  return paragraph?.type === 'paragraph' ? paragraph.nodes : nodes;
}

function readCell(text: string, definitions: string): InlineNode[] | undefined {
  const blocks = readHtmlCell(text, definitions);
  const [only, ...others] = blocks ?? [];
  return only?.type === 'paragraph' && others.length === 0 ? only.nodes : undefined;
}

/** The blocks of a cell in HTML. */
function readHtmlCell(text: string, definitions: string): Block[] | undefined {
  const table = `<table><tr><td>${text}</td></tr></table>`;
  const [block, ...others] = parseMarkdown(`${table}\n\n${definitions}`).document.nodes;
  const [cell, ...more] = (block?.type === 'table' && block.fragments) || [];
  return others.length === 0 && more.length === 0 ? cell?.nodes : undefined;
}

/** The blocks of a cell in HTML, in which only what differs is written. */
export function spliceHtmlCell(
  site: Site,
  range: Range,
  old: readonly Block[],
  next: readonly Block[],
  isWanted: (read: readonly Block[]) => boolean,
): Edit {
  const source = sliceOf(site, range);
  const { footnotes } = site.writer;
  const mark = footnotes.mark();
  const written = writeHtmlBlocks(old, footnotes);
  footnotes.reset(mark);
  const wanted = writeHtmlBlocks(next, footnotes);
  for (const text of transplant({ source, old: [written], next: [wanted] })) {
    const read = readHtmlCell(text, site.definitionsFor(text));
    if (read && isWanted(site.settle(read))) return { ...range, text };
  }
  return { ...range, text: wanted };
}
