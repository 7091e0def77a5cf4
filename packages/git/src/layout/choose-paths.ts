/** Chooses the files of pages, files and reusable contents in the repository. */

import { posix } from 'node:path';
import type { SnapshotDifference } from '@lectern/content/tree/diff-snapshots';
import type { FileEntry, PageEntry, PageNode, ReusableEntry } from '@lectern/content/tree/entries';
import { foldPath } from '@lectern/content/tree/fold-path';
import { itemsOf, type MerkleList } from '@lectern/content/tree/merkle-list';
import { toPortableName, toPortableSlug } from '@lectern/content/tree/portable-name';
import { toSlug } from '@lectern/content/tree/slug';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import { GitError } from '../program/git-error.ts';
import { folderOf } from './file-index.ts';
import { FolderPages, slugOfPath } from './path-slug.ts';

/** Windows opens paths of up to 259 characters; some are left for the folder that the repository is in. */
const MAX_PATH_LENGTH = 200;

type DocumentEntry = Extract<PageEntry, { type: 'document' }>;

export interface PathChoice {
  /** The content of the commit. */
  base: Snapshot;
  /** The content of the space when it had that commit, if that is known. */
  former?: Snapshot | undefined;
  /** The content that the next commit should have. */
  wanted: Snapshot;
  difference: SnapshotDifference;
  /** The folder of the space. */
  root: string;
  /** The paths of everything in the commit. */
  present: Iterable<string>;
  /** The content of the space, if the wanted content also has what only the commit has. That keeps its paths. */
  own?: Snapshot | undefined;
  /** Nothing that the commit has moves, because it is not known what the space changed. */
  isFirst?: boolean | undefined;
  /** There is no table of contents: the folders are the structure, so that pages move with those above them. */
  followsFolders?: boolean | undefined;
}

/** The paths in the new commit of the entries that differ from the base, by their ids. */
export type ChosenPaths = ReadonlyMap<string, string>;

/**
 * An entry keeps its path, except a page whose slug has changed and a file that was renamed. New entries are put beside
 * their siblings. No path is used twice, not even in another case, because some file systems could not hold both.
 */
export function choosePaths(choice: PathChoice): ChosenPaths {
  return new PathChooser(choice).choose();
}

class PathChooser {
  readonly #choice: PathChoice;
  readonly #folderPages: FolderPages;
  readonly #chosen = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** The folders of all paths that are or were taken: no file can be there. */
  readonly #folders = new Set<string>();
  /** The next number to try where names of files are equal, by the path with the number 0. */
  readonly #nextNumbers = new Map<string, number>();
  /** The first child that has a file, by the id of its parent, once a new page has looked for one. */
  readonly #firstChildren = new Map<string, DocumentEntry>();
  /** The pages of the commit that get another place in the folders, with or without a file. */
  readonly #moving: ReadonlySet<string>;

  constructor(choice: PathChoice) {
    this.#choice = choice;
    const present = [...choice.present];
    this.#folderPages = new FolderPages(present);
    for (const path of present) this.#occupy(path);
    // Below such a root, no path would be free.
    requireDirectory(choice.root, (path) => this.#taken.has(foldPath(path)));
    this.#moving = choice.followsFolders ? this.#findMoving() : new Set();
  }

  choose(): ChosenPaths {
    const { pages, files, reusables } = this.#choice.difference;
    for (const { before, after } of [...pages.values(), ...files.values(), ...reusables.values()])
      if (before && 'git' in before && before.git && !(after && 'git' in after))
        this.#release(before.git.path);
    // Pages that stay keep their path before others get one.
    const newPages = new Map<string, DocumentEntry>();
    const others: (() => void)[] = [];
    for (const [id, { before, after }] of pages) {
      if (after?.type !== 'document' || (after.document === undefined && !after.git)) continue;
      const kept = this.#moving.has(id)
        ? undefined
        : this.#keptPage(before?.type === 'document' ? before : undefined, after);
      if (kept === undefined) newPages.set(id, after);
      else this.#take(id, kept);
    }
    for (const { id, git, page } of this.#listMovingFiles()) {
      newPages.set(id, page);
      this.#release(git.path);
    }
    for (const [id, { before, after }] of reusables) {
      if (!after) continue;
      const kept = before?.git?.path ?? this.#freePath(after);
      if (kept === undefined) others.push(() => this.#take(id, this.#newReusablePath(after)));
      else this.#take(id, kept);
    }
    for (const [id, { before, after }] of files) {
      if (!after) continue;
      const own = before?.git?.path ?? this.#freePath(after);
      const stays = this.#choice.isFirst && before?.git !== undefined;
      const names = [after.name, toPortableName(after.name)];
      if (own !== undefined && (stays || names.includes(posix.basename(own)))) this.#take(id, own);
      else others.push(() => this.#take(id, this.#newFilePath(after, own)));
    }
    // In reading order: the place of a page depends on those of its parent and its siblings.
    if (newPages.size > 0)
      for (const { entry } of this.#choice.wanted.pages.pages()) {
        const page = newPages.get(entry.id);
        if (page) this.#take(page.id, this.#newPagePath(page));
      }
    for (const place of others) place();
    return this.#chosen;
  }

  #take(id: string, path: string): void {
    this.#chosen.set(id, path);
    this.#occupy(path);
  }

  #occupy(path: string): void {
    const folded = foldPath(path);
    this.#taken.add(folded);
    for (const folder of foldersOf(folded)) this.#folders.add(folder);
  }

  /** Whether a file can be at a path: nothing is there, and no file is where one of its folders would be. */
  #isFree(path: string): boolean {
    const folded = foldPath(path);
    return !this.#taken.has(folded) && !this.#folders.has(folded) && !this.#isBlocked(folderOf(path));
  }

  /** Whether a file is where the folder, or one above it, would be. */
  #isBlocked(folder: string): boolean {
    const folded = foldPath(folder);
    return this.#taken.has(folded) || foldersOf(folded).some((above) => this.#taken.has(above));
  }

  /** The folder, or the nearest one above it that can have files. */
  #openFolder(folder: string): string {
    let open = folder;
    while (open !== this.#choice.root && open !== '' && this.#isBlocked(open)) open = folderOf(open);
    return open;
  }

  #release(path: string): void {
    this.#taken.delete(foldPath(path));
  }

  /** The path of an entry that was in a repository before, if no other file is there. */
  #freePath({ git }: { git?: { path: string } }): string | undefined {
    if (!git) return undefined;
    const { root } = this.#choice;
    const isBelow = root === '' || git.path.startsWith(`${root}/`);
    return isBelow && this.#isFree(git.path) ? git.path : undefined;
  }

  #keptPage(before: DocumentEntry | undefined, after: DocumentEntry): string | undefined {
    const { base, former, wanted, own: space, isFirst } = this.#choice;
    if (before?.git) {
      if (isFirst || (space && !space.pages.find(after.id))) return before.git.path;
      // A slug that differs from the content of the commit moves the file only if it was changed in the space.
      const own = former?.pages.find(after.id)?.entry;
      const isSameSlug = before.slug === after.slug || (own?.type === 'document' && own.slug === after.slug);
      const isSame = isSameSlug && base.pages.parentIdOf(after.id) === wanted.pages.parentIdOf(after.id);
      return isSame || this.#hasSlug(before.git.path, after.slug) ? before.git.path : undefined;
    }
    const free = this.#freePath(after);
    return free !== undefined && this.#hasSlug(free, after.slug) ? free : undefined;
  }

  /** Until an import reads it again, an index may still have its own name as the slug. */
  #hasSlug(path: string, slug: string): boolean {
    const { root } = this.#choice;
    return (
      slugOfPath(path, root, this.#folderPages) === slug ||
      toSlug(posix.basename(path).replace(/\.(?:md|markdown)$/i, '')) === slug
    );
  }

  /** Pages that are moved or renamed, and all below them. */
  #findMoving(): ReadonlySet<string> {
    const { base, wanted } = this.#choice;
    const moving = new Set<string>();
    for (const { entry } of wanted.pages.pages()) {
      const before = base.pages.find(entry.id)?.entry;
      if (entry.type !== 'document' || before?.type !== 'document') continue;
      const parentId = wanted.pages.parentIdOf(entry.id);
      const isMoving =
        (parentId !== undefined && moving.has(parentId)) ||
        parentId !== base.pages.parentIdOf(entry.id) ||
        (before.git ? this.#keptPage(before, entry) === undefined : before.slug !== entry.slug);
      if (isMoving) moving.add(entry.id);
    }
    return moving;
  }

  *#listMovingFiles(): Generator<{ id: string; git: { path: string }; page: DocumentEntry }> {
    const { base, wanted } = this.#choice;
    for (const id of this.#moving) {
      const before = base.pages.find(id)?.entry;
      const page = wanted.pages.find(id)?.entry;
      if (before?.type === 'document' && before.git && page?.type === 'document')
        yield { id, git: before.git, page };
    }
  }

  /** A page that moves keeps the name of its file, or of its folder, unless it is renamed. */
  #movedPath(page: DocumentEntry, before: string): string {
    const { root } = this.#choice;
    const parentId = this.#choice.wanted.pages.parentIdOf(page.id);
    const folder = this.#openFolder(parentId === undefined ? root : this.#ownFolder(parentId));
    const isNamedByFolder = this.#folderPages.has(before) && folderOf(before) !== root;
    const isRenamed = slugOfPath(before, root, this.#folderPages) !== page.slug;
    const slug = toPortableSlug(page.slug) || 'page';
    const extension = posix.extname(before);
    const name = isRenamed
      ? slug
      : posix.basename(isNamedByFolder ? folderOf(before) : before.slice(0, -extension.length));
    const own = isNamedByFolder
      ? posix.join(folder, name, posix.basename(before))
      : posix.join(folder, `${name}${extension}`);
    // Elsewhere, the page at the top would be the page of the folder.
    const stands = isNamedByFolder || folder === root || !this.#folderPages.has(own);
    return this.#firstFree([...(stands ? [own] : []), posix.join(folder, name, 'README.md')], (n) =>
      posix.join(folder, String(n), `${name}.md`),
    );
  }

  /** The folder that has the pages below a page. */
  #ownFolder(pageId: string): string {
    const { wanted, root } = this.#choice;
    const entry = wanted.pages.find(pageId)?.entry;
    const path = entry?.type === 'document' ? this.#pathOf(entry) : undefined;
    if (path !== undefined && this.#folderPages.has(path)) return folderOf(path);
    const former = this.#formerFolder(pageId);
    if (path !== undefined) {
      const beside = path.replace(/\.(?:md|markdown)$/i, '');
      // A folder whose name has another case is the folder of the page, too.
      const isSame = former !== undefined && toSlugs(former) === toSlugs(beside);
      return isSame && !this.#moving.has(pageId) ? former : beside;
    }
    if (former !== undefined && !this.#moving.has(pageId)) return former;
    const parentId = wanted.pages.parentIdOf(pageId);
    const above = parentId === undefined ? root : this.#ownFolder(parentId);
    const slug = entry && 'slug' in entry ? entry.slug : '';
    const isRenamed = former === undefined || toSlug(posix.basename(former)) !== slug;
    return posix.join(above, isRenamed ? toPortableSlug(slug) || 'pages' : posix.basename(former));
  }

  /** The folder of a page without a file in the commit: the one that has the files below it. */
  #formerFolder(pageId: string): string | undefined {
    for (const { entry } of itemsOf(this.#choice.base.pages.find(pageId)?.children)) {
      if (entry.type !== 'document') continue;
      const below = entry.git ? this.#folderBeside(entry.git.path) : this.#formerFolder(entry.id);
      if (below !== undefined) return entry.git ? below : folderOf(below);
    }
    return undefined;
  }

  #newPagePath(page: DocumentEntry): string {
    const { base } = this.#choice;
    const known = base.pages.find(page.id)?.entry;
    const ownPath = known?.type === 'document' ? known.git?.path : undefined;
    if (ownPath !== undefined && this.#moving.has(page.id)) return this.#movedPath(page, ownPath);
    const folder = this.#openFolder(
      ownPath === undefined ? this.#folderFor(page) : this.#folderBeside(ownPath),
    );
    const name = page.slug === '' ? 'page' : toPortableSlug(page.slug);
    const own = posix.join(folder, /^readme$/i.test(name) ? 'README.md' : `${name}.md`);
    const candidates = [
      // The page of a folder represents the folder, except at the top.
      ...(folder !== this.#choice.root && this.#folderPages.has(own) ? [] : [own]),
      posix.join(folder, name, 'README.md'),
    ];
    return this.#firstFree(candidates, (n) => posix.join(folder, String(n), `${name}.md`));
  }

  /** The folder in which a page beside this one is: the page of a folder represents the folder. */
  #folderBeside(path: string): string {
    const folder = folderOf(path);
    if (!this.#folderPages.has(path) || folder === this.#choice.root || folder === '') return folder;
    return folderOf(folder);
  }

  /** The folder in which the pages beside this one are. */
  #folderFor(page: DocumentEntry): string {
    const { wanted, root } = this.#choice;
    const parentId = wanted.pages.parentIdOf(page.id);
    if (parentId === undefined) return root;
    if (this.#moving.has(parentId)) return this.#ownFolder(parentId);
    const parent = wanted.pages.find(parentId);
    const sibling = this.#siblingOf(page, parentId, parent?.children);
    if (sibling !== undefined) return this.#folderBeside(sibling);
    if (parent?.entry.type === 'group') return posix.join(root, toPortableSlug(parent.entry.slug) || 'pages');
    const own = parent?.entry.type === 'document' ? this.#pathOf(parent.entry) : undefined;
    if (own === undefined) {
      const slugs = wanted.pages.pathOf(parentId).split('/');
      return posix.join(root, ...slugs.map(toPortableSlug));
    }
    const folder = folderOf(own);
    return this.#folderPages.has(own)
      ? folder
      : posix.join(folder, posix.basename(own).replace(/\.(?:md|markdown)$/i, ''));
  }

  /** The path of the first page below a parent that has one. */
  #siblingOf(
    page: DocumentEntry,
    parentId: string,
    children: MerkleList<PageNode> | undefined,
  ): string | undefined {
    const known = this.#firstChildren.get(parentId);
    if (known) return this.#pathOf(known);
    // This page has a path from now on: unless one before it has one already, the next new page finds this one.
    let isBefore = true;
    for (const { entry } of itemsOf(children)) {
      if (entry.id === page.id) isBefore = false;
      if (entry.id === page.id || entry.type !== 'document') continue;
      const path = this.#pathOf(entry);
      if (path === undefined) continue;
      this.#firstChildren.set(parentId, isBefore ? entry : page);
      return path;
    }
    this.#firstChildren.set(parentId, page);
    return undefined;
  }

  #pathOf(entry: DocumentEntry): string | undefined {
    const known = this.#choice.base.pages.find(entry.id)?.entry;
    const chosen = this.#chosen.get(entry.id);
    // The former path of a page that moves says nothing about the place of others.
    if (chosen !== undefined || this.#moving.has(entry.id)) return chosen;
    return known?.type === 'document' ? known.git?.path : undefined;
  }

  #newReusablePath({ title }: ReusableEntry): string {
    const folder = this.#openFolder(posix.join(this.#choice.root, '.gitbook/includes'));
    const name = toPortableSlug(toSlug(title));
    return this.#firstFree([posix.join(folder, `${name}.md`)], (n) => posix.join(folder, `${name}-${n}.md`));
  }

  /** A renamed file stays in its folder. */
  #newFilePath({ name }: FileEntry, before: string | undefined): string {
    const safe = toPortableName(name);
    const assets = this.#openFolder(posix.join(this.#choice.root, '.gitbook/assets'));
    const folder = before === undefined ? assets : posix.dirname(before);
    return this.#firstFree([posix.join(folder, safe)], (n) => posix.join(assets, String(n), safe));
  }

  #firstFree(candidates: readonly string[], numberedBeside: (n: number) => string): string {
    const free = candidates.find((path) => path.length <= MAX_PATH_LENGTH && this.#isFree(path));
    if (free !== undefined) return free;
    // Windows opens no longer paths by default. The table of contents lists the page in its place all the same.
    const isLong = numberedBeside(0).length > MAX_PATH_LENGTH;
    const name = posix.basename(candidates[0] as string);
    const top = this.#openFolder(posix.join(this.#choice.root, 'pages'));
    const atTop = (n: number): string => posix.join(top, String(n), name);
    const numbered = isLong ? atTop : numberedBeside;
    // Nothing is released while places are looked for, so a number that was taken remains so.
    const series = foldPath(numbered(0));
    let n = this.#nextNumbers.get(series) ?? 1;
    while (!this.#isFree(numbered(n))) n++;
    this.#nextNumbers.set(series, n);
    return numbered(n);
  }
}

const toSlugs = (path: string): string => path.split('/').map(toSlug).join('/');

/** Throws if a file, link or submodule is where the directory of a space, or one above it, would be. */
export function requireDirectory(directory: string, isTaken: (path: string) => boolean): void {
  const blocking = directory === '' ? undefined : [directory, ...foldersOf(directory)].find(isTaken);
  if (blocking !== undefined)
    throw new GitError(
      'invalid-directory',
      `The space cannot be exported to “${directory}”, because “${blocking}” is not a directory there. Nothing was changed.`,
    );
}

/** The folders of a path, the nearest first. */
export function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    folders.push(path.slice(0, end));
  return folders;
}
