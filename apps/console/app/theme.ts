import { createStore } from '../api/store.ts';

export type Theme = 'light' | 'dark' | 'system';
const KEY = 'lectern-theme';

export const theme = createStore<Theme>((readKept(KEY) as Theme | undefined) ?? 'system');

/** Uses the theme that was chosen in this browser. Call once, before anything is rendered. */
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

/** What this browser keeps; nothing where storage is turned off. */
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
    // The choice lasts as long as the page.
  }
}
