/** A chunk of its own: the blocks that can be inserted. */
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { insertChoice } from '../input/insert-block.ts';
import { loadViews } from '../views/load-views.ts';
import { BLOCK_CHOICES, type BlockChoice } from './block-choices.ts';
import { blockIcon } from './block-icons.ts';
import type { Suggestion } from './suggestions.ts';

const GROUPS: Record<BlockChoice['group'], keyof Messages> = {
  basic: 'groupText',
  lists: 'groupLists',
  media: 'groupMedia',
  structure: 'groupStructure',
  inline: 'groupInline',
  more: 'groupMore',
};

/** The blocks that match the typed text. `offered`: the ids of those that can be suggested. */
export async function findBlocks(query: string, offered?: ReadonlySet<string>): Promise<Suggestion[]> {
  await loadViews();
  const choices = findChoices(query).filter(({ id }) => !offered || offered.has(id));
  return choices.map((choice) => ({
    id: choice.id,
    title: t(choice.label),
    icon: blockIcon(choice.icon),
    group: t(GROUPS[choice.group]),
    run: (view, typed) => insertChoice(view, choice, typed),
  }));
}

const IN_ORDER = Object.keys(GROUPS);

/** The choices for what was typed, the best first. */
function findChoices(query: string): BlockChoice[] {
  const wanted = query.trim().toLocaleLowerCase();
  if (wanted === '')
    return [...BLOCK_CHOICES].sort((a, b) => IN_ORDER.indexOf(a.group) - IN_ORDER.indexOf(b.group));
  const rank = ({ id, label, words }: BlockChoice): number => {
    const name = t(label).toLocaleLowerCase();
    if (name.startsWith(wanted) || id.startsWith(wanted)) return 0;
    if (name.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
    return words.split(' ').some((word) => word.startsWith(wanted)) ? 2 : 3;
  };
  return BLOCK_CHOICES.map((choice) => ({ choice, rank: rank(choice) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}
