import type { BlockState } from '@lectern/markdown/translation/follow-source';
import type { TrackedPage } from '@lectern/markdown/translation/translate-page';

export type StateCounts = Record<'blocks' | 'machine' | Exclude<BlockState, 'current'>, number>;

/** Counts the blocks of a page, including its titles and description, by state, and those that a machine translated. */
export function countStates({ texts, blocks }: TrackedPage): StateCounts {
  const counts: StateCounts = { blocks: 0, behind: 0, edited: 0, missing: 0, failed: 0, machine: 0 };
  for (const { state, by } of [...Object.values(texts), ...blocks]) {
    counts.blocks += 1;
    if (state !== 'current') counts[state] += 1;
    else if (by === 'machine') counts.machine += 1;
  }
  return counts;
}
