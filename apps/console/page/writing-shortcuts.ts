import { ALT, addShortcuts, MOD, SHIFT } from '../app/shortcuts.ts';

/** The keys of the editor, in the dialog of all keys. */
export const showWritingShortcuts = (): void =>
  addShortcuts({
    title: 'writing',
    shortcuts: [
      ['/', 'shortcutInsert'],
      [`${MOD}B`, 'bold'],
      [`${MOD}I`, 'italic'],
      [`${MOD}E`, 'inlineCode'],
      [`${SHIFT}${MOD}X`, 'strikethrough'],
      [`${MOD}K`, 'link'],
      [`${MOD}${ALT}1 2 3`, 'shortcutHeading'],
      [`${SHIFT}${MOD}7 8 9`, 'shortcutList'],
      [`${SHIFT}Enter`, 'shortcutBreak'],
      [`${MOD}Enter`, 'shortcutBelow'],
      [`${MOD}/`, 'blockMenu'],
      [`${MOD}${ALT}A`, 'annotation'],
      ['Esc', 'shortcutSelectBlock'],
      [`${SHIFT}↑ ↓`, 'shortcutExtendBlocks'],
      [`${MOD}D`, 'shortcutDuplicateBlocks'],
      [`${ALT}↑ ↓`, 'shortcutMoveBlock'],
      [`${ALT}← →`, 'shortcutMoveColumn'],
      [`${MOD}Z`, 'undo'],
      [`${SHIFT}${MOD}Z`, 'redo'],
    ],
  });
