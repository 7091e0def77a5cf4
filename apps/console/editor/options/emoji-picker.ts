import { t } from '../../messages/messages.ts';
import { findEmoji } from './emoji-data.ts';
import { type Choice, pick } from './pick.ts';

const MOST = 96;

/** Asks for an emoji by its name. */
export const pickEmoji = (): Promise<string | undefined> =>
  pick({
    label: t('searchEmoji'),
    isGrid: true,
    find: async (query) =>
      (await findEmoji(query, MOST)).map(([emoji, name]): Choice<string> => {
        const show = (target: HTMLElement): void => {
          target.textContent = emoji;
        };
        return { title: name, value: emoji, show };
      }),
  });
