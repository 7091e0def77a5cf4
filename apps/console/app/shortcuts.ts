import { createStore } from '../api/store.ts';
import type { Messages } from '../messages/en.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** The name of the modifier key of most shortcuts. */
export const MOD = isApple ? '⌘' : 'Ctrl+';
export const ALT = isApple ? '⌥' : 'Alt+';
export const SHIFT = isApple ? '⇧' : 'Shift+';

export const hasMod = (event: { metaKey: boolean; ctrlKey: boolean }): boolean =>
  isApple ? event.metaKey : event.ctrlKey;

interface ShortcutGroup {
  title: keyof Messages;
  shortcuts: [keys: string, what: keyof Messages][];
}

/** A group of shortcuts in the “Keyboard shortcuts” dialog. */
export const shortcuts = createStore<readonly ShortcutGroup[]>([
  {
    title: 'shortcutsAnywhere',
    shortcuts: [
      [`${MOD}K`, 'paletteTitle'],
      [`${MOD}\\`, 'toggleSidebar'],
      ['?', 'keyboardShortcuts'],
    ],
  },
  {
    title: 'pages',
    shortcuts: [
      ['↑ ↓ ← →', 'shortcutWalk'],
      ['Enter', 'open'],
      ['/', 'filterPages'],
      ['F2', 'rename'],
      ['Delete', 'delete'],
      [`${ALT}↑ ↓`, 'shortcutMoveOrder'],
      [`${ALT}← →`, 'shortcutMoveLevel'],
      [`${SHIFT}F10`, 'shortcutMenu'],
      [`${MOD}Z`, 'undo'],
      [`${SHIFT}${MOD}Z`, 'redo'],
    ],
  },
]);

/** Adds a group of shortcuts to the dialog. */
export const addShortcuts = (group: ShortcutGroup): void =>
  shortcuts.set([...shortcuts.get().filter(({ title }) => title !== group.title), group]);
