import { createStore } from '../api/store.ts';

export type Theme = 'light' | 'dark' | 'system';
const KEY = 'lectern-theme';

export const theme = createStore<Theme>((readKept(KEY) as Theme | undefined) ?? 'system');

/** Applies the theme that this browser remembers. Call once, before rendering. */
export function applyTheme(): void {
  const show = (): void => {
    const chosen = theme.get();
    if (chosen === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  };
  show();
  theme.subscribe(() => {
    keep(KEY, theme.get());
    show();
  });
}

/** The stored theme; undefined if storage is disabled. */
export function readKept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without storage, the choice lasts until the tab is reloaded.
  }
}
