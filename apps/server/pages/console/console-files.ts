import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltFile, readBuiltFile } from '../../platform/http/built-files.ts';

/** The console as `scripts/build-console.mjs` built it. */
export interface ConsoleFiles {
  /** The names of the files that the first page loads. Throws if nothing was built. */
  entry(): ConsoleEntry;
  find(name: string): BuiltFile | undefined;
}

export interface ConsoleEntry extends ConsoleParts {
  script: string;
  /** The modules and styles of a view in addition to those of every view. */
  views: Record<ConsoleView, ConsoleParts>;
}

interface ConsoleParts {
  modules: string[];
  styles: string[];
}

export type ConsoleView =
  | 'home'
  | 'organization'
  | 'collection'
  | 'space'
  | 'page'
  | 'trash'
  | 'history'
  | 'comparison'
  | 'revision'
  | 'changeRequest'
  | 'changeRequests'
  | 'notifications'
  | 'organizationArea'
  | 'addContent'
  | 'sites'
  | 'siteArea'
  | 'spaceArea'
  | 'sessionArea';

/** Each file is read once, when it is first requested. */
export function createConsoleFiles(folder = builtConsole()): ConsoleFiles {
  let entry: ConsoleEntry | undefined;
  const files = new Map<string, BuiltFile>();
  return {
    entry() {
      entry ??= JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ConsoleEntry;
      return entry;
    },
    find(name) {
      if (!/^[\w.-]+$/.test(name)) return undefined;
      const file = files.get(name) ?? readBuiltFile(folder, name);
      if (file) files.set(name, file);
      return file;
    },
  };
}

/** The folder beside the built service, also for sources that run without having been built. */
function builtConsole(): string {
  const isBuilt = import.meta.url.endsWith('.js');
  return fileURLToPath(new URL(isBuilt ? './console' : '../../../../dist/console', import.meta.url));
}
