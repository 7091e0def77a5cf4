import { posix } from 'node:path';
import type { ImportedContent, ImportedDocument } from '@lectern/import/imported-content';
import { decodeComponent } from '@lectern/std/decode-component';
import { documentsOf } from './check-content.ts';
import type { ListedText } from './list-targets.ts';
import type { NameIndex } from './name-index.ts';
import type { WrittenTarget } from './page-tasks.ts';
import type { FileToStore } from './store-files.ts';

/** The files that become files of the space: those that pages name, and those that the format wants kept. */
export function listFiles(
  content: ImportedContent,
  texts: readonly ListedText[],
  names: NameIndex,
): FileToStore[] {
  const given = new Map(content.files.map(({ path, name }) => [path, name]));
  const wanted = new Map<string, string | undefined>(
    content.files.filter(({ bytes }) => bytes === undefined).map(({ path }) => [path, undefined]),
  );
  const want = (target: WrittenTarget, from: string): void => {
    const thing = names.find(target, from);
    if (thing !== undefined && thing !== 'elsewhere' && thing.kind === 'file' && !wanted.has(thing.path))
      wanted.set(thing.path, from);
  };
  for (const { path, targets } of texts) for (const target of targets) want(target, path);
  for (const page of documentsOf(content.pages)) {
    const cover = coverOf(page);
    if (cover) want(cover, page.path);
  }
  return [...wanted].map(([path, from]) => ({ path, name: given.get(path) ?? nameOf(path), from }));
}

/** The cover of a page is named from the root of the source. */
export const coverOf = ({ cover }: ImportedDocument): WrittenTarget | undefined =>
  cover ? { raw: fromRoot(cover), isShown: true } : undefined;

/** Turns a name relative to the root of the source into a target. */
export const fromRoot = (name: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:|\/|#)/i.test(name) ? name : `/${name}`;

const MAX_NAME_LENGTH = 200;

function nameOf(path: string): string {
  const last = posix.basename(path.split(/[?#]/, 1)[0] ?? '');
  return (
    decodeComponent(last)
      .replace(/[\p{Cc}/\\]/gu, '')
      .slice(-MAX_NAME_LENGTH) || 'file'
  );
}
