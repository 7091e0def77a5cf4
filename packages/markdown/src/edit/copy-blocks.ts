import { isSame } from '../canonical.ts';
import type { Block, Fragment } from '../document.ts';
import type { Writer } from '../write/write-blocks.ts';
import { asRead } from './name-tables.ts';
import { linePrefix, outOfLines, readBlocks, type Site, sliceOf } from './site.ts';

/** A writer that copies the blocks that the source already contains anywhere. */
export const copyingWriter = (site: Site): Writer => ({
  ...site.writer,
  copyOf: (block) => (site.coarse.has(block) ? undefined : site.copyOf(block)),
});

/** Copies blocks that only move, without what begins their lines where they were. Of an item: what follows its marker. */
export function createCopies(
  site: Omit<Site, 'coarse' | 'splice' | 'copyOf'>,
  nodes: readonly Block[],
): Site['copyOf'] {
  let known: Map<string, Block> | undefined;
  return (block) => {
    if (block.key === undefined) return undefined;
    known ??= blocksByKey(nodes);
    const old = known.get(block.key);
    const range = old && site.ranges.get(block.key);
    if (!range || old.type !== block.type || site.textOf(old) !== site.textOf(block)) return undefined;
    const source = sliceOf(site, range);
    const prefix = linePrefix(site, range.start);
    if (block.type !== 'list-item') {
      const text = outOfLines(source, prefix);
      return isSame(readBlocks(site, text), [asRead(block)]) ? text : undefined;
    }
    const marker = /^(?:\d{1,9}[.)]|[-+*])(?:[ \t]{1,4}(?=\S))?/.exec(source)?.[0];
    if (marker === undefined || marker.includes('\t')) return undefined;
    const content = outOfLines(source.slice(marker.length), prefix + ' '.repeat(marker.length));
    const text = content.replace(/^\[[ xX]\][ \t]+/, '');
    const wanted = block.nodes.map(asRead);
    return isSame(readBlocks(site, text), wanted) ? text : undefined;
  };
}

function blocksByKey(nodes: readonly Block[]): Map<string, Block> {
  const known = new Map<string, Block>();
  const visit = (node: Block | Fragment): void => {
    if (node.object === 'block' && node.key !== undefined) known.set(node.key, node);
    const fragments: readonly Fragment[] = node.object === 'block' ? (node.fragments ?? []) : [];
    for (const child of [...(node.nodes ?? []), ...fragments])
      if (child.object === 'block' || child.object === 'fragment') visit(child);
  };
  for (const node of nodes) visit(node);
  return known;
}
