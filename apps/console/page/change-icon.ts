import { catchTyping } from '../app/catch-typing.ts';
import type { OpenEditor } from './open-editor.ts';

/** An emoji as the API has it: its code points. */
const codeOf = (emoji: string): string =>
  [...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-');

/** Asks for the icon or the emoji of a page. */
export async function changeIcon(editor: OpenEditor, hasIcon: boolean): Promise<void> {
  const loading = Promise.all([import('../editor/options/icon-picker.ts'), import('./drawn.tsx')]);
  const { loaded, typed } = await catchTyping(loading, { returnsFocus: true });
  const [{ pickIconOrEmoji }, { rendererOf }] = loaded;
  const picked = await pickIconOrEmoji(rendererOf(editor.place), { hasIcon, typed });
  if (picked)
    editor.setFields({
      icon: picked.icon ?? null,
      emoji: picked.emoji === undefined ? null : codeOf(picked.emoji),
    });
}
