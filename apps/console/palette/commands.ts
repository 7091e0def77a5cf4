import { createStore } from '../api/store.ts';
import type { IconName } from '../app/icons.tsx';
import type { MenuGroup } from '../app/menu-list.tsx';

/** A command of the palette. */
export interface Command {
  id: string;
  label: string;
  icon?: IconName;
  /** Its keyboard shortcut. */
  keys?: string;
  /** Its object, such as the title of a page. */
  detail?: string;
  /** Search keywords. */
  words?: string;
  run: () => void;
}

const registered = createStore<ReadonlyMap<string, readonly Command[]>>(new Map());

/** Sets the commands of a part of the console. Returns a function that removes them. */
export function registerCommands(part: string, commands: readonly Command[]): () => void {
  registered.set(new Map(registered.get()).set(part, commands));
  return () => {
    const rest = new Map(registered.get());
    if (rest.get(part) === commands) rest.delete(part);
    registered.set(rest);
  };
}

/** The items of a menu as commands. */
export const commandsOf = (part: string, groups: readonly MenuGroup[], detail: string): Command[] =>
  groups.flatMap(({ items }) =>
    items.map(({ label, icon, keys, run = () => undefined }) => ({
      id: `${part} ${label}`,
      label,
      detail,
      ...(icon === undefined ? {} : { icon }),
      ...(keys === undefined ? {} : { keys }),
      run,
    })),
  );

export const registeredCommands = (): Command[] => [...registered.get().values()].flat();
