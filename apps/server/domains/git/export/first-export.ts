/** Prepares the first export of a space to a branch that has files already: the two have no state in common. */
import { posix } from 'node:path';
import { diffSnapshots } from '@lectern/content/tree/diff-snapshots';
import { fileCodec, type GitBlob, type PageEntry, reusableCodec } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { type EmitNode, itemsOf, rebuildList } from '@lectern/content/tree/merkle-list';
import { EMPTY_SNAPSHOT, type Snapshot } from '@lectern/content/tree/snapshot';
import { TreeEdit } from '@lectern/content/tree/tree-edit';
import { choosePaths, requireDirectory } from '@lectern/git/layout/choose-paths';
import type { RepositoryLayout } from '@lectern/git/layout/layout';
import { tagsPath, variablesPath } from '@lectern/git/layout/space-facts';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { defineError } from '../../../platform/http/errors.ts';
import type { EditingParts } from '../../content/editing/editing-parts.ts';
import { allNodes } from '../import/build-content.ts';
import type { ImportSource } from '../import/import-source.ts';
import { readLayout } from '../import/read-layout-in-thread.ts';
import { readRepository } from '../import/run-import.ts';
import { mergeSides } from '../sync/merge-sides.ts';
import type { ExportPlan } from './plan-export.ts';

interface FirstExport {
  /** The content of the commit. */
  base: Snapshot;
  /** The content of the space, and what only the commit has. */
  united: Snapshot;
  /** The nodes of both that are not stored yet. */
  nodes: ReadonlyMap<Hash, string>;
  blobs: readonly NewBlob[];
  /** The documentation in the commit that the space does not have, or has otherwise, by its paths. */
  own: readonly string[];
}

interface FirstExportRequest {
  current: OpenRevision;
  source: ImportSource;
  projectDirectory: string;
  treeUrl?: string | undefined;
  signal: AbortSignal;
}

/** More names than a person reads; the counts are complete. */
const MAX_NAMED = 5;
const MAX_DETAILS = 100;

interface Refusal {
  /** The branch or folder, as the subject of a sentence. */
  place: string;
  /** The word for it. */
  noun: 'branch' | 'folder';
  plan: Pick<ExportPlan, 'changes'>;
  own: readonly string[];
}

export const existingDocumentation = defineError(
  { status: 409, reason: 'git-existing-documentation' },
  ({ place, noun, plan, own }: Refusal) => {
    const changed = listOverwritten(plan);
    const kept = own.filter((path) => !changed.includes(path));
    const added = plan.changes.length - changed.length;
    const effects = [
      `change ${countFiles(changed)}`,
      `add ${added === 0 ? 'no file' : countOf(added)}`,
      'and delete none',
    ];
    const stays = kept.length === 0 ? '' : ` ${countFiles(kept)} that only the ${noun} has would stay.`;
    const details = [
      ...changed.map((path) => ({ path, message: 'The export would change this file.' })),
      ...kept.map((path) => ({ path, message: `Only the ${noun} has this file. It would stay.` })),
    ];
    return {
      message: `${place} already has documentation but no ${noun === 'branch' ? 'commit' : 'earlier state'} in common with the space, so nothing was exported. The export would ${effects.join(', ')}.${stays} ${ADVICE[noun]}`,
      details: details.slice(0, MAX_DETAILS),
    };
  },
);

const ADVICE = {
  branch: 'Set force to true to export anyway, or export to a new branch or another directory.',
  folder: 'Add “--existing replace” to export anyway, or export to a new folder or another directory.',
};

/** Files of a folder whose text would be in no revision of the space and in no history. */
export const changedInFolder = defineError(
  { status: 409, reason: 'folder-changed' },
  ({ folder, paths }: { folder: string; paths: readonly string[] }) =>
    `The export would replace ${countFiles(paths)} of the folder “${folder}” with text that the space never had at ${paths.length === 1 ? 'this path' : 'these paths'}, so nothing was exported. Import the folder first to merge both, or add “--existing replace” to replace the text.`,
);

function countFiles(paths: readonly string[]): string {
  if (paths.length === 0) return 'no file';
  const names = paths.slice(0, MAX_NAMED).map((path) => (path.length > 50 ? `…${path.slice(-50)}` : path));
  const more = paths.length > MAX_NAMED ? ', …' : '';
  return `${countOf(paths.length)} (${names.join(', ')}${more})`;
}

const countOf = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;

export const listOverwritten = ({ changes }: Pick<ExportPlan, 'changes'>): string[] =>
  changes.flatMap(({ kind, path, oldPath }) => (kind === 'added' ? [] : [oldPath ?? path]));

/** Throws if the branch has documentation that the space does not have, or that the export would change. */
export function requireNoDocumentation(refusal: Refusal): void {
  if (refusal.own.length > 0 || listOverwritten(refusal.plan).length > 0)
    throw existingDocumentation(refusal);
}

/**
 * Reads a commit and unites it with the content of the space. Where both have the same page, file or setting, it is
 * that of the space. Only documentation counts as the same: every other file stays as it is in the commit.
 */
export async function prepareFirstExport(
  parts: EditingParts,
  { current, source, projectDirectory, treeUrl, signal }: FirstExportRequest,
): Promise<FirstExport> {
  const { space, snapshot } = current;
  const files = source.files.list();
  const others = new Set([
    ...files.flatMap(({ path, link }) => (link ? [path, link.path] : path)),
    ...source.leftOut,
  ]);
  requireDirectory(projectDirectory, (path) => others.has(path));
  if (projectDirectory !== '' && !files.some(({ path }) => path.startsWith(`${projectDirectory}/`)))
    return {
      base: EMPTY_SNAPSHOT,
      united: snapshot,
      nodes: new Map(),
      blobs: [],
      own: [],
    };
  const layout = await readLayout(parts.context.threads, source.files, { projectDirectory, signal });
  const read = await readRepository(
    parts.context,
    {
      space,
      previous: placeEntries(snapshot, layout, source),
      projectDirectory,
      treeUrl,
      importedOid: null,
    },
    { source, signal, onProgress: () => {} },
  );
  const nodes = new Map(read.nodes);
  const theirs = replaceShared(read.snapshot, snapshot, (hash, node) => nodes.set(hash, node));
  const sides = { space, ours: current, theirs: { ...current, snapshot: theirs }, base: EMPTY_SNAPSHOT };
  const { merged } = await mergeSides(parts, sides, 'ours');
  for (const [hash, node] of merged.nodes) nodes.set(hash, node);
  return {
    base: read.snapshot,
    united: merged.snapshot,
    nodes,
    blobs: read.blobs,
    own: listOwn(read.snapshot, snapshot, { source, projectDirectory }),
  };
}

/**
 * Gives every page, file and reusable content of a space the path that it would have in the commit, so that reading the
 * commit finds the entries that both have. Paths outside the documentation are taken, unless the file there is equal.
 */
function placeEntries(
  snapshot: Snapshot,
  layout: RepositoryLayout,
  { files, leftOut }: Pick<ImportSource, 'files' | 'leftOut'>,
): Snapshot {
  const oids = new Map(files.list().map(({ path, oid }) => [path, oid]));
  const documentation = listDocumentation(layout, files.list());
  const equal = new Set(
    [...itemsOf(snapshot.files)].flatMap(({ git }) =>
      git && oids.get(git.path) === git.oid ? git.path : [],
    ),
  );
  const present = files
    .list()
    .flatMap(({ path, link }) =>
      documentation.has(path) || equal.has(path) ? [] : [path, ...(link ? [link.path] : [])],
    );
  const { root } = layout;
  const chosen = choosePaths({
    base: EMPTY_SNAPSHOT,
    wanted: snapshot,
    difference: diffSnapshots(EMPTY_SNAPSHOT, snapshot),
    root,
    present: [...present, ...leftOut, layout.summaryPath ?? posix.join(root, 'SUMMARY.md')],
  });
  return replacePlaces(snapshot, ({ id, git }) => {
    const path = chosen.get(id);
    if (path === undefined) return undefined;
    // Without an id of its bytes, no file elsewhere in the commit is taken for this one.
    return { path, oid: git && oids.get(path) === git.oid ? git.oid : '' };
  });
}

interface Placed {
  id: string;
  git?: GitBlob;
}

/** The same content, with its files at other places or at none. */
export function replacePlaces(
  snapshot: Snapshot,
  findPlace: (entry: Placed) => GitBlob | undefined,
): Snapshot {
  const place = <Entry extends Placed>(entry: Entry): Entry => {
    const { git: _before, ...rest } = entry;
    const git = findPlace(entry);
    return (git ? { ...rest, git } : rest) as Entry;
  };
  const ignore: EmitNode = () => {};
  const edit = new TreeEdit(snapshot.pages);
  for (const { entry } of snapshot.pages.pages()) if (entry.type === 'document') edit.replace(place(entry));
  return snapshot.withParts(
    {
      pages: edit.build(ignore),
      files: rebuildList(snapshot.files, [...itemsOf(snapshot.files)].map(place), fileCodec, ignore),
      reusables: rebuildList(
        snapshot.reusables,
        [...itemsOf(snapshot.reusables)].map(place),
        reusableCodec,
        ignore,
      ),
    },
    ignore,
  );
}

/** The files of a commit that an export may replace: pages, includes and assets that are files themselves, not links. */
function listDocumentation(
  { nodes, includes, files }: RepositoryLayout,
  present: ReturnType<ImportSource['files']['list']>,
): Set<string> {
  const pages = [...allNodes(nodes)].flatMap((node) => (node.type === 'document' ? (node.path ?? []) : []));
  const assets = files.flatMap(({ path }) => (/(?:^|\/)\.gitbook\/assets\//.test(path) ? path : []));
  const documentation = new Set([...pages, ...includes.map(({ path }) => path), ...assets]);
  for (const { path, link } of present) if (link) documentation.delete(path);
  return documentation;
}

/** The content of a commit, in which the entries that the space also has are those of the space. */
function replaceShared(read: Snapshot, own: Snapshot, emit: EmitNode): Snapshot {
  const edit = new TreeEdit(read.pages);
  for (const { entry } of read.pages.pages()) {
    const ours = own.pages.find(entry.id)?.entry;
    if (ours) edit.replace(ours);
  }
  return read.withParts(
    {
      pages: edit.build(emit),
      files: rebuildList(
        read.files,
        [...itemsOf(read.files)].map((file) => own.findFile(file.id) ?? file),
        fileCodec,
        emit,
      ),
      reusables: rebuildList(
        read.reusables,
        [...itemsOf(read.reusables)].map((content) => own.findReusable(content.id) ?? content),
        reusableCodec,
        emit,
      ),
    },
    emit,
  );
}

/** Lists the documentation of a commit that the space does not have, or has otherwise. */
function listOwn(
  read: Snapshot,
  own: Snapshot,
  { source, projectDirectory }: Pick<FirstExportRequest, 'source' | 'projectDirectory'>,
): string[] {
  const asDocument = (entry: PageEntry | undefined) => (entry?.type === 'document' ? entry : undefined);
  const paths: string[] = [];
  for (const { entry } of read.pages.pages()) {
    if (entry.type !== 'document' || !entry.git) continue;
    if (asDocument(own.pages.find(entry.id)?.entry)?.document !== entry.document) paths.push(entry.git.path);
  }
  for (const { id, git, document } of itemsOf(read.reusables))
    if (git && own.findReusable(id)?.document !== document) paths.push(git.path);
  for (const { id, git, blob } of itemsOf(read.files))
    if (git && /(?:^|\/)\.gitbook\/assets\//.test(git.path) && own.findFile(id)?.blob !== blob)
      paths.push(git.path);
  const root = read.settings.repository?.root ?? projectDirectory;
  const present = new Set(source.files.list().map(({ path }) => path));
  const isEqual = (...settings: ((of: Snapshot) => unknown)[]): boolean =>
    settings.every((find) => JSON.stringify(find(read)) === JSON.stringify(find(own)));
  const configurations: [path: string, isKnown: boolean][] = [
    [
      posix.join(projectDirectory, '.gitbook.yaml'),
      isEqual(
        ({ settings }) => settings.redirects,
        ({ settings }) => settings.repository?.root,
      ),
    ],
    [variablesPath(root), isEqual(({ settings }) => settings.variables)],
    [tagsPath(root), isEqual(({ settings }) => settings.tags)],
  ];
  for (const [path, isKnown] of configurations) if (present.has(path) && !isKnown) paths.push(path);
  return paths;
}
