import type { OpenEditor } from './open-editor.ts';

/** An emoji as the API has it: its code points. */
const codeOf = (emoji: string): string =>
  [...emoji].map((character) => character.codePointAt(0)?.toString(16)).join('-');

/** Asks for the icon or the emoji of a page. */
export async function changeIcon(editor: OpenEditor, hasIcon: boolean): Promise<void> {
  const [{ pickIconOrEmoji }, { rendererOf }] = await Promise.all([
    import('../editor/options/icon-picker.ts'),
    import('./drawn.tsx'),
  ]);
  const picked = await pickIconOrEmoji(rendererOf(editor.place), hasIcon);
  if (picked)
    editor.setFields({
      icon: picked.icon ?? null,
      emoji: picked.emoji === undefined ? null : codeOf(picked.emoji),
    });
}
