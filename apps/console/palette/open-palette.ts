import { createStore } from '../api/store.ts';

export const isPaletteOpen = createStore(false);

/** Opens the dialog “Search and commands”. */
export const openPalette = (): void => isPaletteOpen.set(true);
