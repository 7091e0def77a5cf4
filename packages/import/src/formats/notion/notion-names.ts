import { decodeComponent } from '@lectern/std/decode-component';
import { fileNameOf, folderOf, withoutExtension } from '../shared/paths.ts';

const ID_LENGTH = 32;

/** Notion writes the id of a page after its title: `Title 0123….md`. */
const isId = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** The name of a file or a folder without its extension, or the ending of the two files of a database. */
const nameOf = (path: string): string => withoutExtension(fileNameOf(path)).replace(/_all$/, '');

/** The id in the name of a file or a folder. */
export function idOf(path: string): string | undefined {
  const id = nameOf(path).slice(-ID_LENGTH);
  return isId(id) ? id : undefined;
}

/** The title in the name of a file or a folder. */
export function titleOf(path: string): string {
  const name = nameOf(path);
  const title = idOf(path) === undefined ? name : name.slice(0, -ID_LENGTH).replace(/[ -]$/, '');
  return title.trim() || 'Untitled';
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
  const path = decodeComponent(target.split(/[?#]/)[0]!);
  if (/^https?:/i.test(target) && !/^https?:\/\/(?:[\w-]+\.)*notion\.(?:so|site|com)\//i.test(target))
    return undefined;
  const name = withoutExtension(fileNameOf(path)).replaceAll('-', '');
  const id = name.slice(-ID_LENGTH);
  return isId(id) ? id : undefined;
}
