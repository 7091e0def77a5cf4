import { appendTo } from '@lectern/std/long-lists';
import { canonicalText, isSame, withoutAnchors } from '../canonical.ts';
import type { Block, BlockOf, Code, Expandable, Heading, Images, List, ListItem } from '../document.ts';
import type { Range } from '../parse-markdown.ts';
import { escapeAll } from '../write/escape.ts';
import { writeBlocks } from '../write/write-blocks.ts';
import { writeHtmlBlocks } from '../write/write-html.ts';
import { asRead } from './name-tables.ts';
import { type Edit, inLines, linePrefix, outOfLines, readBlocks, type Site, sliceOf } from './site.ts';
import { isEmptyLine, markerOf, type Row, spliceChildren } from './splice-children.ts';
import { spliceCode } from './splice-code.ts';
import { spliceTable } from './splice-table.ts';
import { splicePicture, spliceTag } from './splice-tag.ts';
import { spliceHtmlCell, spliceText } from './splice-text.ts';
import { transplant } from './transplant.ts';

/** Changes what differs between two blocks; undefined where the new one must be written as a whole. */
export function spliceBlock(site: Site, old: Block, next: Block): Edit[] | undefined {
  if (site.textOf(old) === site.textOf(next)) return [];
  const range = site.ranges.get(old.key ?? '');
  if (!range || site.coarse.has(next)) return undefined;
  return spliceKind(site, old, next, range) ?? spliceWritten(site, old, next, range);
}

function spliceKind(site: Site, old: Block, next: Block, range: Range): Edit[] | undefined {
  if (isHeading(old) && isHeading(next)) return spliceHeading(site, old, next, range);
  if (old.type !== next.type || attributesOf(old) !== attributesOf(next)) {
    const tag = old.type === next.type ? spliceTag(site, old, next) : undefined;
    if (!tag) return undefined;
    const inner = spliceKind(
      site,
      { ...old, attributes: undefined } as unknown as Block,
      { ...next, attributes: undefined } as unknown as Block,
      range,
    );
    return inner && mergeEdits(tag, inner);
  }
  switch (next.type) {
    case 'paragraph': {
      if (old.type !== 'paragraph' || !isSameData(old, next)) return undefined;
      const place = next.data.align ? 'html' : 'paragraph';
      const edit = spliceText(site, {
        range,
        old: old.nodes,
        next: next.nodes,
        place,
        prefix: linePrefix(site, range.start),
      });
      return edit && [edit];
    }
    case 'list-unordered':
    case 'list-ordered':
    case 'list-tasks':
      return spliceList(site, old as List, next, range);
    case 'list-item':
      return spliceItem(site, old as ListItem, next, range);
    case 'blockquote':
    case 'hint':
    case 'tabs':
    case 'tabs-item':
    case 'stepper':
    case 'stepper-step':
    case 'columns':
      if (old.type === 'columns' && next.type === 'columns' && old.data.verbatim && next.data.verbatim)
        return spliceChildren(site, { old: partsOf(old), next: partsOf(next), areParts: false });
      return spliceContainer(site, old, next, range);
    case 'column':
    case 'updates':
    case 'update':
    case 'if':
    case 'prompt':
      return spliceContainer(site, old, next, range);
    case 'expandable':
      return spliceExpandable(site, old as Expandable, next, range);
    case 'table':
      return old.type === 'table' ? spliceTable(site, old, next, range) : undefined;
    case 'images':
      return spliceImages(site, old as Images, next);
    case 'drawing':
      return old.type === 'drawing'
        ? splicePicture(site, range, { before: old.data, after: next.data })
        : undefined;
    case 'code':
      return spliceCode(site, old as Code, next, range);
    default:
      return undefined;
  }
}

/** Edits of a tag and of its content. */
const mergeEdits = (tag: readonly Edit[], inner: readonly Edit[]): Edit[] => [
  ...tag,
  ...inner.filter(({ start, end }) => !tag.some((edit) => edit.start === start && edit.end === end)),
];

const isHeading = (block: Block): block is Heading => block.type.startsWith('heading-');

const attributesOf = ({ attributes }: Block): string => JSON.stringify(attributes ?? {});

const isSameData = (old: Block, next: Block): boolean =>
  canonicalText([bare(old)]) === canonicalText([bare(next)]);

/** A block without what it contains. */
const bare = (block: Block): Block =>
  withoutAnchors({
    ...block,
    ...(block.nodes ? { nodes: [] } : {}),
    ...(block.fragments ? { fragments: [] } : {}),
  } as Block);

function spliceHeading(site: Site, old: Heading, next: Heading, range: Range): Edit[] | undefined {
  const before = old.meta?.isExplicit ? old.meta.id : undefined;
  const after = next.meta?.isExplicit ? next.meta.id : undefined;
  if (before !== after) return undefined;
  const source = sliceOf(site, range);
  const edits: Edit[] = [];
  const level = levelOf(next);
  const opening = /^#{1,6}/.exec(source)?.[0];
  const underline = opening ? undefined : /(?:\r\n?|\n)[ \t>]*([=-]+)[ \t]*$/.exec(source);
  if (levelOf(old) !== level) {
    const end = range.start + source.trimEnd().length;
    if (opening) {
      edits.push({ start: range.start, end: range.start + opening.length, text: '#'.repeat(level) });
      const closing = /[ \t](#+)[ \t]*$/.exec(source)?.[1];
      if (closing?.length === opening.length)
        edits.push({ start: end - closing.length, end, text: '#'.repeat(level) });
    } else if (underline && level <= 2)
      edits.push({
        start: end - underline[1]!.length,
        end,
        text: (level === 1 ? '=' : '-').repeat(underline[1]!.length),
      });
    else return undefined;
  }
  if (canonicalText(old.nodes) === canonicalText(next.nodes)) return edits;
  const inner = innerOfHeading(source);
  if (!inner) return undefined;
  const anchor = before === undefined ? 0 : lengthOfAnchor(inner[0]);
  const start = range.start + inner.index;
  const end = start + inner[0].length - anchor;
  const edit = spliceText(site, {
    range: { start, end },
    old: old.nodes,
    next: next.nodes,
    place: source.startsWith('<') ? 'html' : 'heading',
    prefix: linePrefix(site, range.start),
  });
  return edit && [...edits, edit];
}

/** The anchor that is written at the end of a heading, with the blanks before it. */
function lengthOfAnchor(text: string): number {
  const at = Math.max(text.lastIndexOf('<a'), text.lastIndexOf('{'));
  return at < 0 ? 0 : text.length - text.slice(0, at).trimEnd().length;
}

function innerOfHeading(source: string): { 0: string; index: number } | undefined {
  const tag = /^<h[1-6](?:\s[^<>]*)?>/i.exec(source)?.[0].length;
  const closing = /<\/h[1-6]\s*>$/i.exec(source)?.index;
  if (tag !== undefined)
    return closing === undefined ? undefined : { 0: source.slice(tag, closing), index: tag };
  const opening = /^#{1,6}[ \t]+/.exec(source)?.[0].length;
  if (opening !== undefined) {
    const text = source.slice(opening).trimEnd();
    let end = text.length;
    while (text[end - 1] === '#') end--;
    // A mark at the end belongs to the text if there is no blank before it.
    if (end === text.length || (end > 0 && !/[ \t]/.test(text[end - 1]!))) return { 0: text, index: opening };
    return { 0: text.slice(0, end).trimEnd(), index: opening };
  }
  const underline = /(?:\r\n?|\n)[ \t>]*(?:=+|-+)[ \t]*$/.exec(source);
  return underline ? { 0: source.slice(0, underline.index).trimEnd(), index: 0 } : undefined;
}

const LEVELS = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 } as const;

const levelOf = ({ type, data }: Heading): number => data.level ?? LEVELS[type];

function spliceList(site: Site, old: List, next: List, range: Range): Edit[] | undefined {
  if (/^<|^\{%/.test(sliceOf(site, range))) return undefined;
  const edits = spliceChildren(site, {
    old: old.nodes,
    next: next.nodes,
    list: next,
    prefix: linePrefix(site, range.start),
  });
  if (!edits || next.type !== 'list-ordered') return edits;
  const wanted = next.data.start ?? 1;
  // The number of the first item is that of the list.
  const texts = new Map(old.nodes.map((item) => [item.key, item]));
  const first = next.nodes[0]?.key === undefined ? old.nodes[0] : texts.get(next.nodes[0].key);
  const at = first && site.ranges.get(first.key ?? '');
  if (!at || markerOf(site, at).number === wanted) return edits;
  const end = at.start + String(/^\d+/.exec(site.source.slice(at.start, at.start + 10))?.[0] ?? '').length;
  return [...edits, { start: at.start, end, text: String(wanted) }];
}

function spliceItem(site: Site, old: ListItem, next: ListItem, range: Range): Edit[] | undefined {
  const source = sliceOf(site, range);
  const match = /^(?:\d{1,9}[.)]|[-+*])([ \t]*)(\[[ xX]\][ \t]*)?/.exec(source);
  if (!match) return undefined;
  const edits: Edit[] = [];
  if (old.data.checked !== next.data.checked) {
    if (match[2] === undefined || next.data.checked === undefined || old.data.checked === undefined)
      return undefined;
    const at = range.start + match[0].length - match[2].length + 1;
    edits.push({ start: at, end: at + 1, text: next.data.checked ? 'x' : ' ' });
  }
  const marker = match[0].length - match[1]!.length - (match[2]?.length ?? 0);
  const blanks = match[1]!.length > 4 || match[1] === '' ? ' ' : match[1]!;
  const prefix = prefixOfItem(site, old, linePrefix(site, range.start) + ' '.repeat(marker) + blanks);
  const row: Row = {
    old: old.nodes,
    next: next.nodes,
    prefix,
    empty: { at: range.end, before: /\s$/.test(source) ? '' : ' ' },
  };
  const inner = spliceChildren(site, row);
  return inner && [...edits, ...inner];
}

/** The prefix of the lines of an item: that of the block below its first line, or else the width of its marker. */
function prefixOfItem(site: Site, { nodes }: ListItem, least: string): string {
  const second = site.ranges.get(nodes[1]?.key ?? '');
  const prefix = second && linePrefix(site, second.start);
  // Four blanks more would be code.
  return prefix?.startsWith(least) && prefix.length < least.length + 4 ? prefix : least;
}

/** The text between two tags, including the tags. */
const partsOf = ({ nodes }: BlockOf<'columns'>): Block[] => nodes.flatMap((column): Block[] => column.nodes);

type Container = Extract<Block, { nodes: Block[] }>;

function spliceContainer(site: Site, old: Block, next: Block, range: Range): Edit[] | undefined {
  const source = sliceOf(site, range);
  const tag = site.tags.get(old.key ?? '');
  const isQuote = source.startsWith('>');
  if (!tag && !isQuote) return undefined;
  const edits = isSameData(old, next)
    ? []
    : tag
      ? spliceTag(site, old, next)
      : spliceAlert(old, next, range, source);
  if (!edits) return undefined;
  const areParts =
    next.type === 'tabs' || next.type === 'stepper' || next.type === 'columns' || next.type === 'updates';
  const inner = spliceChildren(site, {
    old: (old as Container).nodes,
    next: (next as Container).nodes,
    areParts,
    ...(isQuote ? { prefix: `${linePrefix(site, range.start)}${/^>[ \t]?/.exec(source)![0]}` } : {}),
    ...(tag ? { empty: { at: tag.end, before: '\n' }, ...prefixWithin(site, old as Container, tag) } : {}),
  });
  return inner && [...edits, ...inner];
}

/** The prefix of the lines within a tag: that of its first block, or else of the line of the tag. */
function prefixWithin(site: Site, { nodes }: Container, tag: Range): { prefix: string } {
  const first = site.ranges.get(nodes[0]?.key ?? '');
  return { prefix: linePrefix(site, isEmptyLine(nodes) ? tag.start : (first ?? tag).start) };
}

/** The first line of a quote that is a hint. */
function spliceAlert(old: Block, next: Block, { start }: Range, source: string): Edit[] | undefined {
  if (old.type !== 'hint' || next.type !== 'hint' || next.data.icon !== undefined) return undefined;
  const match = /^>[ \t]*\[!([A-Za-z]+)\]/.exec(source);
  if (!match || next.data.alert === undefined) return undefined;
  const end = start + match[0].length - 1;
  return [{ start: end - match[1]!.length, end, text: next.data.alert }];
}

function spliceExpandable(site: Site, old: Expandable, next: Expandable, range: Range): Edit[] | undefined {
  const source = sliceOf(site, range);
  const edits: Edit[] = [];
  if (!isSameData(old, next)) {
    const opening = /^<details([^<>]*)>/i.exec(source);
    if (!opening) return undefined;
    const attributes = opening[1]!;
    const start = range.start + '<details'.length;
    const text = next.data.defaultExpanded
      ? `${attributes} open`
      : attributes.replace(/\sopen(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]+))?(?=\s|$)/i, '');
    edits.push({ start, end: start + attributes.length, text });
  }
  const part = ({ fragments = [] }: Expandable, type: string): Block[] =>
    fragments.find((fragment) => fragment.type === type)?.nodes ?? [];
  const [title, wanted] = [part(old, 'expandable-title')[0], part(next, 'expandable-title')[0]];
  if (title?.type !== 'paragraph' || wanted?.type !== 'paragraph') return undefined;
  if (canonicalText(title.nodes) !== canonicalText(wanted.nodes)) {
    const within = site.ranges.get(title.key ?? '');
    const edit =
      within &&
      spliceText(site, { range: within, old: title.nodes, next: wanted.nodes, place: 'html', prefix: '' });
    if (!edit) return undefined;
    edits.push(edit);
  }
  const body = old.fragments?.find(({ type }) => type === 'expandable-body');
  const inside = site.ranges.get(body?.key ?? '');
  const first = site.ranges.get(body?.nodes[0]?.key ?? '');
  const inner = spliceChildren(site, {
    old: part(old, 'expandable-body'),
    next: part(next, 'expandable-body'),
    ...(first ? { prefix: linePrefix(site, first.start) } : {}),
    ...(inside ? { empty: { at: inside.start, before: '\n\n' } } : {}),
  });
  return inner && [...edits, ...inner];
}

/** Changes the attributes and captions of pictures in HTML. */
function spliceImages(site: Site, old: Images, next: Images): Edit[] | undefined {
  if (!isSameData(old, next) || old.nodes.length !== next.nodes.length) return undefined;
  const alt = spliceAlt(site, old, next);
  if (alt) return [alt];
  const edits: Edit[] = [];
  for (const [i, wanted] of next.nodes.entries()) {
    const image = old.nodes[i]!;
    const range = site.ranges.get(image.key ?? '');
    if (!range || !sliceOf(site, range).startsWith('<')) return undefined;
    const made = isSameData(image, wanted)
      ? []
      : splicePicture(site, range, { before: image.data, after: wanted.data });
    const [before, after] = [image.fragments?.[0], wanted.fragments?.[0]];
    const within = site.ranges.get(before?.key ?? '');
    if (!made || (before === undefined) !== (after === undefined)) return undefined;
    appendTo(edits, made);
    if (!before || !after || isSame(before.nodes, after.nodes)) continue;
    if (!within) return undefined;
    const blocks = after.nodes.map(asRead);
    edits.push(
      spliceHtmlCell(site, within, before.nodes, after.nodes, (read) => isSame(read.map(asRead), blocks)),
    );
  }
  return edits;
}

/** Changes the alternative text of a picture in Markdown, where nothing else of it differs. */
function spliceAlt(site: Site, old: Images, next: Images): Edit | undefined {
  const [before, after] = [old.nodes[0], next.nodes[0]];
  const range = site.ranges.get(old.key ?? '');
  const written = range && /^!\[((?:[^\\[\]]|\\.)*)\][([]/.exec(sliceOf(site, range));
  if (!range || !written || !before || !after || old.nodes.length !== 1) return undefined;
  const renamed = { ...before, data: { ...before.data, alt: after.data.alt } } as typeof before;
  if (after.data.alt === undefined || !isSame([asRead(renamed)], [asRead(after)])) return undefined;
  const start = range.start + 2;
  return { start, end: start + written[1]!.length, text: escapeAll(after.data.alt) };
}

/** The longest text of a block that is compared as a whole. */
const MAX_COMPARED_LENGTH = 5000;

/** Makes, in the source of a block, the changes between what a writer makes of it and of the new one. */
function spliceWritten(site: Site, old: Block, next: Block, range: Range): Edit[] | undefined {
  const source = sliceOf(site, range);
  if (source.length > MAX_COMPARED_LENGTH || old.type === 'list-item') return undefined;
  const prefix = linePrefix(site, range.start);
  const { footnotes } = site.writer;
  const mark = footnotes.mark();
  const asHtml = (node: Block): string => writeHtmlBlocks([node], footnotes);
  const asMarkdown = (node: Block): string => inLines(site, writeBlocks([node], site.writer), prefix);
  for (const write of source.startsWith('<') ? [asHtml, asMarkdown] : [asMarkdown]) {
    const written = write(old);
    footnotes.reset(mark);
    const wanted = write(next);
    for (const text of transplant({ source, old: [written], next: [wanted] }))
      if (isSame(readBlocks(site, outOfLines(text, prefix)), [asRead(next)])) return [{ ...range, text }];
    footnotes.reset(mark);
  }
  return undefined;
}
