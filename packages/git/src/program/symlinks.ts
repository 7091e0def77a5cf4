import type { FileEntry, ReportEntry } from '../layout/repository-files.ts';
import type { TreeEntry } from './tree-listing.ts';

export interface ResolvedSymlinks {
  files: FileEntry[];
  report: ReportEntry[];
  /** Whether there were more files than allowed, which a few folder links can cause in a small tree. */
  isOverflowing: boolean;
}

interface Folder {
  parent: Folder | undefined;
  children: Map<string, Folder | TreeEntry>;
}

const MAX_HOPS = 40;
/** The maximum nesting of folders that links may produce. */
const MAX_NESTING = 200;

const isFolder = (node: Folder | TreeEntry): node is Folder => 'children' in node;

/**
 * Replaces symlinks by their targets within the tree itself: no link on the disk is ever followed. A link to a folder
 * adds the folder's files below the link's own path.
 */
export async function resolveSymlinks(
  entries: readonly TreeEntry[],
  readTargets: (oids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
  maxFiles: number,
): Promise<ResolvedSymlinks> {
  const links = entries.filter((entry) => entry.kind === 'symlink');
  const targets =
    links.length === 0 ? new Map<string, string>() : await readTargets(links.map((link) => link.oid));
  const { top: root, parents } = buildFolders(entries);
  const findTarget = createTargetFinder(root, parents, targets);
  const files: FileEntry[] = [];
  const report: ReportEntry[] = [];
  let isOverflowing = false;
  // Links can multiply without a file coming out, so steps are counted too, and each link is reported once.
  let stepsLeft = 2 * maxFiles + entries.length;
  const reported = new Set<TreeEntry>();
  const leaveOut = (link: TreeEntry, problem: string): void => {
    if (reported.has(link)) return;
    reported.add(link);
    // Reported under its own path, even if it was reached through a link to its folder.
    const { path } = link;
    report.push({
      severity: 'warning',
      reason: 'left-out',
      path,
      message: `The symlink ${path} ${problem}. It was left out.`,
    });
  };

  let top: TreeEntry | undefined;
  const add = (entry: TreeEntry, path: string, above: readonly Folder[]): void => {
    stepsLeft -= 1;
    if (stepsLeft < 0) isOverflowing = true;
    if (entry.kind !== 'symlink') {
      if (files.length >= maxFiles) isOverflowing = true;
      else {
        const link = top?.kind === 'symlink' ? { link: { path: top.path, target: entry.path } } : {};
        files.push({ path, oid: entry.oid, size: entry.size, ...link });
      }
      return;
    }
    const found = findTarget(entry);
    if (typeof found === 'string') {
      leaveOut(entry, found);
    } else if (!isFolder(found)) {
      add(found, path, above);
    } else if (above.includes(found)) {
      leaveOut(entry, 'points to a folder that contains it');
    } else if (above.length >= MAX_NESTING) {
      leaveOut(entry, 'leads through too many other links to folders');
    } else addFolder(found, path, [...above, found]);
  };
  const addFolder = (folder: Folder, path: string, above: readonly Folder[]): void => {
    for (const [name, child] of folder.children) {
      if (isOverflowing) return;
      if (isFolder(child)) addFolder(child, `${path}/${name}`, [...above, child]);
      else add(child, `${path}/${name}`, above);
    }
  };

  for (const entry of entries) {
    if (isOverflowing) break;
    top = entry;
    add(entry, entry.path, entry.kind === 'symlink' ? [...ancestors(parents.get(entry))] : []);
  }
  return { files, report, isOverflowing };
}

function buildFolders(entries: readonly TreeEntry[]): { top: Folder; parents: Map<TreeEntry, Folder> } {
  const top: Folder = { parent: undefined, children: new Map() };
  const parents = new Map<TreeEntry, Folder>();
  for (const entry of entries) {
    const parts = entry.path.split('/');
    const name = parts.pop()!;
    let folder = top;
    for (const part of parts) {
      let child = folder.children.get(part);
      if (!child || !isFolder(child)) {
        child = { parent: folder, children: new Map() };
        folder.children.set(part, child);
      }
      folder = child;
    }
    folder.children.set(name, entry);
    parents.set(entry, folder);
  }
  return { top, parents };
}

function* ancestors(folder: Folder | undefined): Generator<Folder> {
  for (let at = folder; at; at = at.parent) yield at;
}

/** Finds the file or folder at the end of a chain of links, or explains why there is none. */
function createTargetFinder(
  top: Folder,
  parents: ReadonlyMap<TreeEntry, Folder>,
  targets: ReadonlyMap<string, string>,
): (link: TreeEntry) => Folder | TreeEntry | string {
  const follow = (link: TreeEntry, hops: { left: number }): Folder | TreeEntry | string => {
    const target = targets.get(link.oid);
    if (target === undefined || target === '' || target.includes('\0')) return 'has no readable target';
    if (target.startsWith('/')) return 'points outside the repository';
    hops.left -= 1;
    if (hops.left < 0) return 'leads back to itself';
    let node: Folder | TreeEntry = parents.get(link) ?? top;
    for (const step of target.split('/')) {
      if (step === '' || step === '.') continue;
      if (!isFolder(node)) return 'points to something that does not exist';
      const next: Folder | TreeEntry | undefined = step === '..' ? node.parent : node.children.get(step);
      if (!next)
        return step === '..' ? 'points outside the repository' : 'points to something that does not exist';
      const end: Folder | TreeEntry | string =
        isFolder(next) || next.kind !== 'symlink' ? next : follow(next, hops);
      if (typeof end === 'string') return end;
      node = end;
    }
    return node;
  };
  return (link) => follow(link, { left: MAX_HOPS });
}
