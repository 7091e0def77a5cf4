import { createStore } from '../api/store.ts';
import type { IconName } from '../app/icons.tsx';

/** Something that the palette offers beside pages and spaces. */
export interface Command {
  id: string;
  label: string;
  icon?: IconName;
  /** The keys that do the same. */
  keys?: string;
  /** Other words by which people look for it. */
  words?: string;
  run: () => void;
}

const registered = createStore<ReadonlyMap<string, readonly Command[]>>(new Map());

/**
 * Adds the commands of a part of the console, in place of those that it had added before. Returns what removes them.
 */
export function registerCommands(part: string, commands: readonly Command[]): () => void {
  registered.set(new Map(registered.get()).set(part, commands));
  return () => {
    const rest = new Map(registered.get());
    if (rest.get(part) === commands) rest.delete(part);
    registered.set(rest);
  };
}

export const registeredCommands = (): Command[] => [...registered.get().values()].flat();
