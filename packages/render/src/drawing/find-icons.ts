import { createRequire } from 'node:module';
import type { IconShape } from '../pieces.ts';

/** Font Awesome Free, in the order in which a name is looked up. */
const SETS = ['fa6-solid', 'fa6-brands', 'fa6-regular'] as const;

interface IconSet {
  icons: Record<string, { body: string; width?: number; height?: number }>;
  aliases?: Record<string, { parent: string }>;
  width?: number;
  height?: number;
}

let sets: readonly IconSet[] | undefined;

function loadSets(): readonly IconSet[] {
  // They are large, so that they are read only where an icon is wanted.
  const load = createRequire(import.meta.url);
  sets ??= SETS.map((name) => load(`@iconify-json/${name}/icons.json`) as IconSet);
  return sets;
}

const NAME = /^[a-z\d][a-z\d-]{0,60}$/;

/** An icon by its name; undefined if the free icons have none of that name. */
export function findIcon(icon: string): IconShape | undefined {
  const name = icon.toLowerCase().replace(/^fa-/, '');
  if (!NAME.test(name)) return undefined;
  for (const set of loadSets()) {
    const shape = readIcon(set, name);
    if (shape) return shape;
  }
  return undefined;
}

function readIcon(set: IconSet, name: string): IconShape | undefined {
  const own = Object.hasOwn(set.icons, name) ? set.icons[name] : undefined;
  const alias = !own && set.aliases && Object.hasOwn(set.aliases, name) ? set.aliases[name] : undefined;
  const found = own ?? (alias && set.icons[alias.parent]);
  if (!found) return undefined;
  const paths = [...found.body.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
  return {
    width: found.width ?? set.width ?? 512,
    height: found.height ?? set.height ?? 512,
    path: paths.join(''),
  };
}
