import type { BlockChange } from '../../api/page-changes.ts';

/** To where a moved block went. */
export type Direction = 'up' | 'down';

/** Unchanged blocks that follow each other, or one that changed. */
type Stretch =
  | { key: string; equal: BlockChange[] }
  | { key: string; changed: BlockChange; direction: Direction };

/** Blocks that stand for each other keep their keys, so that an edit elsewhere leaves them as they are drawn. */
const keyOf = ({ type, before, after }: BlockChange): string => `${type} ${before?.key} ${after?.key}`;

/** The blocks of both versions, with those between changes together. */
export function findStretches(blocks: readonly BlockChange[]): Stretch[] {
  const stretches: Stretch[] = [];
  let lastPlace = -1;
  for (const block of blocks) {
    const last = stretches.at(-1);
    if (block.type === 'equal' && last && 'equal' in last) last.equal.push(block);
    else if (block.type === 'equal') stretches.push({ key: keyOf(block), equal: [block] });
    else {
      const direction = (block.before?.index ?? 0) > lastPlace ? 'up' : 'down';
      stretches.push({ key: keyOf(block), changed: block, direction });
    }
    if (block.type !== 'moved' && block.before) lastPlace = block.before.index;
  }
  return stretches;
}
