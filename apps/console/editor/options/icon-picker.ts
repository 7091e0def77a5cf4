import { iconNames } from 'lectern:icon-names';
import { t } from '../../messages/messages.ts';
import type { Renderer } from '../views/rendered.ts';
import { showIcon } from '../views/show-icon.ts';
import { findEmoji } from './emoji-data.ts';
import { FIRST_ICONS } from './first-icons.ts';
import { type Choice, pick } from './pick.ts';

const MOST_ICONS = 48;
const MOST_EMOJI = 96;

/** A dialog to search for an icon. `typed`: what was typed before it was there. */
export const pickIcon = (renderer: Renderer, typed = ''): Promise<string | undefined> =>
  pick({ label: t('searchIcons'), isGrid: true, typed, find: (query) => findIcons(query, renderer) });

/** A dialog to search for an emoji. */
export const pickEmoji = (typed = ''): Promise<string | undefined> =>
  pick({ label: t('searchEmoji'), isGrid: true, typed, find: listEmoji });

/** The choice: one of them, or neither, to have none. */
interface IconOrEmoji {
  icon?: string;
  emoji?: string;
}

/** Asks for an icon or an emoji by its name. */
export const pickIconOrEmoji = (
  renderer: Renderer,
  { hasIcon, typed }: { hasIcon: boolean; typed: string },
): Promise<IconOrEmoji | undefined> =>
  pick<IconOrEmoji>({
    label: t('searchIconsAndEmoji'),
    isGrid: true,
    typed,
    find: async (query) => [
      ...findIcons(query, renderer).map((choice) => ({ ...choice, value: { icon: choice.value } })),
      ...(await listEmoji(query)).map((choice) => ({ ...choice, value: { emoji: choice.value } })),
    ],
    ...(hasIcon ? { none: { label: t('removeIcon'), value: {} } } : {}),
  });

const firstIcons = new Set(FIRST_ICONS);

/** Icons whose names have all words of a query; those that begin with it, and those of `FIRST_ICONS`, come first. */
function findIcons(query: string, renderer: Renderer): Choice<string>[] {
  const words = query.toLowerCase().split(/[\s-]+/);
  const names = words[0] === '' ? FIRST_ICONS : iconNames;
  const found = names.filter((name) => words.every((word) => name.includes(word)));
  const rank = (name: string): number =>
    (name.startsWith(words[0] ?? '') ? 0 : 2) + (firstIcons.has(name) ? 0 : 1);
  return found
    .sort((a, b) => rank(a) - rank(b) || (words[0] === '' ? 0 : a.length - b.length))
    .slice(0, MOST_ICONS)
    .map((name) => ({ title: name, value: name, show: (target) => void showIcon(target, name, renderer) }));
}

const listEmoji = async (query: string): Promise<Choice<string>[]> =>
  (await findEmoji(query, MOST_EMOJI)).map(([emoji, name]) => ({
    title: name,
    value: emoji,
    show: (target) => {
      target.textContent = emoji;
    },
  }));
