import type { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import { insertInline } from '../input/insert-inline.ts';
import type { FindTargets } from '../links/link-target.ts';
import { type Query, type Suggestion, suggestions } from './suggestions.ts';

const MOST_EMOJI = 12;
/** Shorter queries are often plain text, as in times. */
const PATTERN_OF_EMOJI = /(?:^|[\s(])(?::)([\p{L}\p{N}_+-]{2,30}:?)$/u;

const insertText = (view: EditorView, { from, to }: Query, text: string): void =>
  view.dispatch(view.state.tr.insertText(text, from, to));

/** Suggests emoji for a colon and the start of a name. A closing colon inserts the emoji with that name. */
export const emojiSuggestions = (): Plugin =>
  suggestions({
    name: 'emoji-menu',
    label: t('insertEmoji'),
    pattern: PATTERN_OF_EMOJI,
    async find(query) {
      const { findEmoji } = await import('../options/emoji-data.ts');
      const name = query.replace(/:$/, '');
      const found = await findEmoji(name, MOST_EMOJI);
      const isCode = query.endsWith(':');
      const wanted = isCode ? found.filter(([, , , codes]) => codes.split(' ').includes(name)) : found;
      return wanted.map(([emoji, title], index): Suggestion => {
        const run: Suggestion['run'] = (view, typed) => insertText(view, typed, emoji);
        return { id: String(index), title, icon: emoji, isSure: isCode, run };
      });
    },
  });

/** Suggests pages to mention for an at sign and the start of a title. */
export const mentionSuggestions = (find: FindTargets): Plugin =>
  suggestions({
    name: 'mention-menu',
    label: t('mentionPage'),
    pattern: /(?:^|[\s(])@([^\s@]{0,24}(?: [^\s@]{1,24})?)$/u,
    find: async (query) =>
      (await find(query.trim())).slice(0, 8).map(({ title, ref }, index) => ({
        id: String(index),
        title,
        icon: drawIcon('page-link'),
        run: (view, typed) => insertInline(view, typed, 'mention', { ref }),
      })),
  });
