import { iconNames } from 'lectern:icon-names';
import { t } from '../../messages/messages.ts';
import type { Renderer } from '../views/rendered.ts';
import { showIcon } from '../views/show-icon.ts';
import { type Choice, pick } from './pick.ts';

const MOST = 48;

/** Asks for an icon by its name. */
export const pickIcon = (renderer: Renderer): Promise<string | undefined> =>
  pick({
    label: t('searchIcons'),
    isGrid: true,
    find: (query) =>
      findIcons(query).map((name): Choice<string> => {
        return { title: name, value: name, show: (target) => void showIcon(target, name, renderer) };
      }),
  });

/** Icons whose names have all words of a query; those that begin with it come first. */
function findIcons(query: string): string[] {
  const words = query.toLowerCase().split(/[\s-]+/);
  const found = iconNames.filter((name) => words.every((word) => name.includes(word)));
  const isFirst = (name: string): number => (name.startsWith(words[0] ?? '') ? 0 : 1);
  return found.sort((a, b) => isFirst(a) - isFirst(b) || a.length - b.length).slice(0, MOST);
}
