import { createStore } from '../api/store.ts';
import type { IconName } from '../app/icons.tsx';
import type { MenuGroup } from '../app/menu-list.tsx';

/** Something that the palette offers beside pages and spaces. */
export interface Command {
  id: string;
  label: string;
  icon?: IconName;
  /** The keys that do the same. */
  keys?: string;
  /** What it is about, such as the title of a page. */
  detail?: string;
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

/** What a menu offers, as commands. */
export const commandsOf = (part: string, groups: readonly MenuGroup[], detail: string): Command[] =>
  groups.flatMap(({ items }) =>
    items.map(({ label, icon, keys, href, run = () => undefined }) => ({
      id: `${part} ${label}`,
      label,
      detail,
      ...(icon === undefined ? {} : { icon }),
      ...(keys === undefined ? {} : { keys }),
      run: href === undefined ? run : () => location.assign(href),
    })),
  );

export const registeredCommands = (): Command[] => [...registered.get().values()].flat();
