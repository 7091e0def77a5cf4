/** Unsent texts, as JSON. They survive a closed tab and a failed request. */
import { createStore } from '../api/store.ts';

const PREFIX = 'lectern-unsent:';

/** Changes whenever a text does, so that its readers read it again. */
export const unsentChanges = createStore(0);
const noteChange = (): void => unsentChanges.set(unsentChanges.get() + 1);
window.addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(PREFIX)) noteChange();
});

/** Without storage, texts last until the tab is reloaded. */
const memory = new Map<string, string>();

/** The names of unsent texts that begin with a prefix. */
export function listKept(start: string): string[] {
  return keysOf()
    .filter((key) => key.startsWith(PREFIX + start))
    .map((key) => key.slice(PREFIX.length))
    .sort();
}

function keysOf(): string[] {
  try {
    return [...new Set([...Object.keys(localStorage), ...memory.keys()])];
  } catch {
    return [...memory.keys()];
  }
}

export function readKeptText<Text extends object>(name: string): Text | undefined {
  const key = PREFIX + name;
  try {
    const text = localStorage.getItem(key) ?? memory.get(key);
    return text === undefined || text === null ? undefined : (JSON.parse(text) as Text);
  } catch {
    return undefined;
  }
}

/** Keeps a text. Undefined removes it. */
export function keepText(name: string, value: object | undefined): void {
  const key = PREFIX + name;
  const text = value && JSON.stringify(value);
  memory.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== undefined) memory.set(key, text);
  }
  noteChange();
}
