import { decodePath, fileNameOf, folderOf, withoutExtension } from '../shared/paths.ts';

/** Notion writes the id of a page behind its title: `Title 0123….md`. */
const ID = /[ -]?([0-9a-f]{32})(?:_all)?$/;

/** The id in the name of a file or a folder. */
export const idOf = (path: string): string | undefined => ID.exec(withoutExtension(path))?.[1];

/** The title in the name of a file or a folder. */
export function titleOf(path: string): string {
  const name = withoutExtension(fileNameOf(path)).replace(/_all$/, '');
  return name.replace(ID, '').trim() || 'Untitled';
}

/** The folder of the pages below a page: named as the page, in newer exports without the id. */
export function folderBelow(path: string, folders: ReadonlySet<string>): string {
  const full = withoutExtension(path);
  if (folders.has(full)) return full;
  const short = [folderOf(path), titleOf(path)].filter((part) => part !== '').join('/');
  return folders.has(short) ? short : full;
}

/** The id at the end of an address of Notion. */
export function idInAddress(target: string): string | undefined {
  const path = decodePath(target.split(/[?#]/)[0]!);
  if (/^https?:/i.test(target) && !/^https?:\/\/(?:[\w-]+\.)*notion\.(?:so|site|com)\//i.test(target))
    return undefined;
  return /([0-9a-f]{32})(?:\.\w+)?$/.exec(path.replace(/-(?=[0-9a-f-]{0,40}$)/g, ''))?.[1];
}
