import type { Block, ImageData } from '../document.ts';
import type { Range } from '../parse-markdown.ts';
import { escapeAttribute, readHtmlTag } from '../syntax/html.ts';
import { escapeTagValue, readTag } from '../syntax/tag.ts';
import { writeImageElement } from '../write/inline-html.ts';
import { writeBlocks } from '../write/write-blocks.ts';
import { type Edit, type Site, sliceOf } from './site.ts';

/** Changes the attributes of a block's tag that differ; undefined where the block is not written as a tag. */
export function spliceTag(site: Site, old: Block, next: Block): Edit[] | undefined {
  const range = site.tags.get(old.key ?? '');
  const written = range && readTag(sliceOf(site, range));
  const before = openingOf(site, old);
  const after = openingOf(site, next);
  if (!range || !written || !before || !after || written.name !== before.name || after.name !== before.name)
    return undefined;
  const source = sliceOf(site, range);
  if (before.expression !== after.expression) {
    const at = source.indexOf(written.expression);
    return at < 0 || written.expression !== before.expression
      ? undefined
      : [
          {
            start: range.start + at,
            end: range.start + at + written.expression.length,
            text: after.expression,
          },
        ];
  }
  const end = source.lastIndexOf('%}');
  return spliceAttributes(site, {
    range,
    at: /\s$/.test(source.slice(0, end)) ? end - 1 : end,
    written: written.attributes,
    before: before.attributes,
    after: after.attributes,
    escapeValue: (value, quote) =>
      quote === "'" ? escapeTagValue(value).replace(/\\"/g, '"').replace(/'/g, "\\'") : escapeTagValue(value),
  });
}

type Attributes = ReadonlyMap<string, { value: string; start: number; end: number }>;

interface AttributeChange {
  /** The range of the tag. */
  range: Range;
  /** Where, in the tag, a new attribute goes. */
  at: number;
  /** The attributes as they are written, and as a writer would write them before and after the change. */
  written: Attributes;
  before: Attributes;
  after: Attributes;
  escapeValue(value: string, quote: string): string;
  /** Whether an attribute is written without a value. */
  isFlag?(name: string): boolean;
}

/** Changes the attributes that differ; undefined where one that goes is not written. */
function spliceAttributes(site: Site, change: AttributeChange): Edit[] | undefined {
  const { range, at, written, before, after, escapeValue, isFlag } = change;
  const source = sliceOf(site, range);
  const edits: Edit[] = [];
  for (const [name, { value }] of after) {
    if (before.get(name)?.value === value) continue;
    const place = written.get(name);
    const quote = /["']/.exec((place && source[place.start - 1]) ?? '')?.[0];
    const text = escapeValue(value, quote ?? '"');
    const added = isFlag?.(name) ? ` ${name}` : ` ${name}="${text}"`;
    if (!place) edits.push({ start: range.start + at, end: range.start + at, text: added });
    else
      edits.push({
        start: range.start + place.start,
        end: range.start + place.end,
        text: quote ? text : `"${text}"`,
      });
  }
  for (const name of before.keys()) {
    if (after.has(name)) continue;
    const place = written.get(name);
    if (!place) return undefined;
    const isQuoted = /["']/.test(source[place.end] ?? '') ? 1 : 0;
    const start = source.toLowerCase().lastIndexOf(name, place.start);
    const lead = start - source.slice(0, start).trimEnd().length;
    edits.push({ start: range.start + start - lead, end: range.start + place.end + isQuoted, text: '' });
  }
  return edits;
}

/** Changes the attributes of a picture in HTML that differ. */
export function splicePicture(
  site: Site,
  range: Range,
  { before, after }: { before: ImageData; after: ImageData },
): Edit[] | undefined {
  const at = sliceOf(site, range).search(/<img[\s/>]/i);
  const [old, next] = [before, after].map((data) => writeImageElement({ ...data, refDark: undefined }));
  const isSameDark = JSON.stringify(before.refDark) === JSON.stringify(after.refDark);
  return isSameDark ? spliceHtmlTag(site, range, { at, before: old!, after: next! }) : undefined;
}

/** Changes the attributes of a tag in HTML that differ. `at`: where it begins; `before`, `after`: as a writer writes it. */
export function spliceHtmlTag(
  site: Site,
  range: Range,
  { at, before, after }: { at: number; before: string; after: string },
): Edit[] | undefined {
  if (before === after) return [];
  const source = sliceOf(site, range);
  const written = at < 0 ? undefined : readHtmlTag(source, at);
  const [old, next] = [readHtmlTag(before, 0), readHtmlTag(after, 0)];
  if (!written || !old || !next) return undefined;
  // Offsets are those of the text that was read.
  const tag = source.slice(0, written.end - 1);
  const end = (tag.endsWith('/') ? tag.slice(0, -1) : tag).trimEnd().length;
  return spliceAttributes(site, {
    range,
    at: end,
    written: written.attributes,
    before: old.attributes,
    after: next.attributes,
    isFlag: (name) => FLAGS.has(name),
    escapeValue: (value, quote) =>
      quote === "'" ? escapeAttribute(value).replace(/'/g, '&#x27;') : escapeAttribute(value),
  });
}

/** Attributes of tables that are written without a value. */
const FLAGS = new Set([
  'data-card-cover',
  'data-card-cover-dark',
  'data-card-target',
  'data-column-sticky',
  'data-column-title-hidden',
  'data-header-hidden',
  'data-header-sticky',
  'data-hidden',
  'data-multiple',
]);

/** The tag with which a block begins, as it would be written. */
function openingOf(site: Site, block: Block): ReturnType<typeof readTag> {
  const nodes = block.type === 'code' ? block.nodes.slice(0, 0) : [];
  const bare = {
    ...block,
    ...(block.nodes ? { nodes } : {}),
    ...(block.fragments ? { fragments: [] } : {}),
  } as Block;
  const text = writeBlocks([bare], site.writer);
  const end = text.indexOf('%}');
  return text.startsWith('{%') && end >= 0 ? readTag(text.slice(0, end + 2)) : undefined;
}
