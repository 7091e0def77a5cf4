import { announce } from './announce.ts';
import { all } from './dom.ts';
import { word } from './words.ts';

/** The script in the head of every page reads it before anything is drawn. */
const KEY = 'lectern-theme';
const MODES = ['system', 'light', 'dark'] as const;
type Mode = (typeof MODES)[number];

let chosen: Mode | undefined;

/** The buttons that change between the mode of the system, light and dark. */
export function enhanceThemeToggle(root: ParentNode): void {
  for (const button of all<HTMLButtonElement>(root, 'button[data-theme-toggle]')) {
    button.hidden = false;
    label(button);
    button.addEventListener('click', () => {
      const next = MODES[(MODES.indexOf(readMode()) + 1) % MODES.length] ?? 'system';
      apply(next);
      label(button);
      announce(button.title);
    });
  }
}

function readMode(): Mode {
  const { theme } = document.documentElement.dataset;
  const mode = chosen ?? read() ?? theme;
  return MODES.find((one) => one === mode) ?? 'system';
}

function read(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function apply(mode: Mode): void {
  chosen = mode;
  const { dataset } = document.documentElement;
  if (mode === 'system') delete dataset.theme;
  else dataset.theme = mode;
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // It counts until the page is left.
  }
}

function label(button: HTMLButtonElement): void {
  button.title = `${word('theme')}: ${word(readMode())}`;
  button.setAttribute('aria-label', button.title);
}
