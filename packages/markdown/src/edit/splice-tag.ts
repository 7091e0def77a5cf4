import type { Block } from '../document.ts';
import { escapeTagValue, readTag } from '../syntax/tag.ts';
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
  const edits: Edit[] = [];
  const end = range.start + source.lastIndexOf('%}');
  const blank = /\s$/.test(source.slice(0, source.lastIndexOf('%}'))) ? 1 : 0;
  for (const [name, { value }] of after.attributes) {
    if (before.attributes.get(name)?.value === value) continue;
    const place = written.attributes.get(name);
    const quote = place && source[place.start - 1];
    if (!place)
      edits.push({ start: end - blank, end: end - blank, text: ` ${name}="${escapeTagValue(value)}"` });
    else
      edits.push({
        start: range.start + place.start,
        end: range.start + place.end,
        text:
          quote === "'"
            ? escapeTagValue(value).replace(/\\"/g, '"').replace(/'/g, "\\'")
            : quote === '"'
              ? escapeTagValue(value)
              : `"${escapeTagValue(value)}"`,
      });
  }
  for (const name of before.attributes.keys()) {
    if (after.attributes.has(name)) continue;
    const place = written.attributes.get(name);
    if (!place) return undefined;
    const isQuoted = /["']/.test(source[place.end] ?? '') ? 1 : 0;
    const start = source.lastIndexOf(name, place.start);
    const lead = /\s*$/.exec(source.slice(0, start))![0].length;
    edits.push({ start: range.start + start - lead, end: range.start + place.end + isQuoted, text: '' });
  }
  return edits;
}

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
