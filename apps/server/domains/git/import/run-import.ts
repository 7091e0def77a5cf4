import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readListing } from '@lectern/content/tree/computed-listing';
import type { FileEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import { buildSnapshot, type Snapshot } from '@lectern/content/tree/snapshot';
import type { RepositoryLayout } from '@lectern/git/layout/layout';
import { type DepartedIds, type FileIdentityOf, fileIdentities } from '@lectern/git/layout/page-identity';
import type { ReportEntry } from '@lectern/git/layout/repository-files';
import { GitError } from '@lectern/git/program/git-error';
import { parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import { newId } from '@lectern/std/ids';
import type { NewBlob } from '../../../content/files/blobs.repository.ts';
import type { ContentStore } from '../../../content/revisions/content-store.ts';
import type { RevisionGit } from '../../../content/revisions/revision.repository.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import { commitRevision } from '../../content/revisions/commit-revision.ts';
import type { RevisionBranch } from '../../content/revisions/revision-branch.ts';
import { spaceBranch } from '../../content/revisions/space-branch.ts';
import { allNodes, buildContent } from './build-content.ts';
import { readDeparted, rememberDeparted } from './departed.repository.ts';
import type { ImportSource } from './import-source.ts';
import { readLayout } from './read-layout-in-thread.ts';
import { readDocuments, readFiles } from './read-sources.ts';

export interface ImportRequest {
  space: SpacePointer;
  projectDirectory: string;
  treeUrl: string | undefined;
  commitUrl: string | undefined;
  ref: string | undefined;
  /** The commit that was imported last, if one was. */
  importedOid: string | null;
  /** Makes a revision without moving the space to it. */
  isStandalone: boolean;
  authorId: string | null;
}

interface ImportProgress {
  stage: 'arranging' | 'reading' | 'writing' | 'indexing';
  /** Files read so far, of those to read; absent in stages that cannot be counted. */
  done?: number;
  total?: number;
}

/** The request for an import of files that are in no repository. */
export const importOfFiles = (space: SpacePointer): ImportRequest => ({
  space,
  projectDirectory: '',
  treeUrl: undefined,
  commitUrl: undefined,
  ref: undefined,
  importedOid: null,
  isStandalone: false,
  authorId: null,
});

export interface ImportCounts {
  pages: number;
  groups: number;
  links: number;
  computed: number;
  files: number;
  reusableContents: number;
  /** Documents and files that were read, because they were new or had changed. */
  changed: number;
}

export interface ImportOutcome {
  /** The revision that holds the commit's content: a new one, or the current one when nothing changed. */
  revision: string;
  isUnchanged: boolean;
  counts: ImportCounts;
  report: ReportEntry[];
}

export interface ImportWork {
  source: ImportSource;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  /** Runs in the transaction that commits the revision, or in a separate one if nothing changed. */
  onCommit: (unit: UnitOfWork, outcome: ImportOutcome) => Promise<void>;
}

/** The space to read into, and the earlier content whose ids entries keep. */
export interface ReadRequest
  extends Pick<ImportRequest, 'space' | 'projectDirectory' | 'treeUrl' | 'importedOid'> {
  /** The content whose ids entries keep. */
  previous: Snapshot;
  /**
   * Content as it was read from files or written to them, and never edited since: files that it came from are not read
   * again. Edited content would be taken for what the files have, because an edit keeps the id of a page's file.
   */
  asRead?: Snapshot | undefined;
  /** Other versions of the content. Entries that `previous` lacks keep the ids and times that they have there. */
  relatives?: readonly Snapshot[];
}

/** A repository as the content of a space, not yet part of any revision. */
export interface ReadContent {
  snapshot: Snapshot;
  /** The nodes that the previous content does not have. */
  nodes: Map<Hash, string>;
  blobs: NewBlob[];
  layout: RepositoryLayout;
  /** The files whose entries are gone: if they come back, they get the same ids. */
  departed: FileIdentityOf[];
  counts: ImportCounts;
  report: ReportEntry[];
}

/**
 * Reads the content of a repository. Documents and files are stored on the way, named by their hashes, so that reading
 * that is interrupted does no harm.
 */
export async function readRepository(
  context: Pick<Context, 'db' | 'clock' | 'blobs' | 'threads'>,
  request: ReadRequest,
  { source, signal, onProgress }: Pick<ImportWork, 'source' | 'signal' | 'onProgress'>,
): Promise<ReadContent> {
  const { space, asRead, previous } = request;
  const { organizationId } = space;
  const projectDirectory = parseRepositoryDirectory(request.projectDirectory);
  requireDirectory(source, projectDirectory);
  onProgress({ stage: 'arranging' });
  const layout = await readLayout(context.threads, source.files, { projectDirectory, signal });
  signal.throwIfAborted();
  const report = [...source.report, ...layout.report, ...reportComputed(layout)];
  await yieldToEventLoop();
  const oids = new Map(source.files.list().map((file) => [file.path, file.oid]));
  const known = asRead && knownContent(asRead);

  const documentPaths = [
    ...[...allNodes(layout.nodes)].flatMap((node) =>
      node.type === 'document' && node.path ? [node.path] : [],
    ),
    ...layout.includes.map((include) => include.path),
  ];
  const newDocuments = wantedOf(documentPaths, oids, (oid) => known?.documents.has(oid) ?? false);
  const newFiles = layout.files.filter((file) => !known?.blobs.has(blobKey(file.oid, file.name)));
  const total = newDocuments.length + newFiles.length;
  const target = { ...context, organizationId };
  onProgress({ stage: 'reading', done: 0, total });
  const documents = await readDocuments(newDocuments, report, target, {
    source,
    signal,
    onRead: (done) => onProgress({ stage: 'reading', done, total }),
  });
  const stored = storedBlobs(previous);
  const { files, unfetched } = await readFiles(newFiles, report, target, {
    source,
    signal,
    known: (hash, name) => stored.get(blobKey(hash, name)),
    onRead: (done) => onProgress({ stage: 'reading', done: newDocuments.length + done, total }),
  });
  const renames = request.importedOid
    ? await source.findRenames(request.importedOid)
    : new Map<string, string>();
  signal.throwIfAborted();
  onProgress({ stage: 'writing' });

  const identities = [...fileIdentities(previous)];
  const departed = await findDeparted(context.db, space, layout, identities);
  const nodes = new Map<Hash, string>();
  await yieldToEventLoop();
  const content = await buildContent({
    layout,
    previous,
    relatives: request.relatives ?? [],
    renames,
    departed,
    oidOf: (path) => oids.get(path),
    documentOf: (path) => {
      const oid = oids.get(path) ?? '';
      return documents.get(oid) ?? known?.documents.get(oid);
    },
    blobOf: (path) => files.get(path) ?? known?.blobs.get(blobKey(oids.get(path) ?? '', baseName(path))),
    isUnfetched: (path) => unfetched.has(path),
    treeUrl: request.treeUrl,
    now: context.clock().toISOString(),
  });
  await yieldToEventLoop();
  const snapshot = buildSnapshot(content, (hash, node) => nodes.set(hash, node));
  await yieldToEventLoop();
  for (const hash of previous.nodeHashes()) nodes.delete(hash);
  const kept = new Set([...fileIdentities(snapshot)].map(({ id }) => id));
  return {
    snapshot,
    nodes,
    blobs: [...files.values()],
    layout,
    departed: identities.filter(({ id }) => !kept.has(id)),
    counts: { ...countOf(snapshot), changed: total },
    report,
  };
}

/** Makes the content of a repository the content of a space: one new revision, or none if nothing changed. */
export async function runImport(
  context: Pick<Context, 'db' | 'transact' | 'clock' | 'blobs' | 'pointers' | 'threads'>,
  store: ContentStore,
  request: ImportRequest,
  work: ImportWork,
): Promise<ImportOutcome> {
  const { space } = request;
  const { source, onProgress, onCommit } = work;
  const { organizationId, spaceId } = space;
  const previous = (await store.open(space, space.revisionId)).snapshot;
  const { snapshot: next, ...read } = await readRepository(context, { ...request, previous }, work);
  const isUnchanged = next.hash === previous.hash && !request.isStandalone;
  const outcome: ImportOutcome = {
    revision: isUnchanged ? space.revisionId : newId(),
    isUnchanged,
    counts: read.counts,
    report: read.report,
  };
  await context.transact(async (unit) => {
    if (!isUnchanged) {
      if (!request.isStandalone) await rememberDeparted(unit.trx, space, read.departed);
      await commitRevision(unit, {
        organizationId,
        spaceId,
        revision: {
          revisionId: outcome.revision,
          parents: [space.revisionId],
          root: next.hash,
          type: 'edits',
          authorId: request.authorId,
          message: source.commit?.message ?? null,
          git: gitOfSource(request, source),
          createdAt: context.clock(),
        },
        content: { nodes: read.nodes, documents: new Map(), blobs: read.blobs },
        move: request.isStandalone
          ? undefined
          : {
              line: reportIndexing(spaceBranch(context, space), onProgress),
              base: space.revisionId,
              before: previous,
              after: next,
            },
      });
    }
    await onCommit(unit, outcome);
  });
  await yieldToEventLoop();
  store.snapshots.keep(organizationId, next);
  return outcome;
}

/** Reports the stage `indexing` before the line advances, because search and links are updated then. */
const reportIndexing = (branch: RevisionBranch, onProgress: ImportWork['onProgress']): RevisionBranch => ({
  ...branch,
  advance(unit, step) {
    onProgress({ stage: 'indexing' });
    return branch.advance(unit, step);
  },
});

/** Finds the ids that new paths of this layout had earlier, except those that another path uses now. */
async function findDeparted(
  db: Context['db'],
  space: SpacePointer,
  layout: RepositoryLayout,
  identities: FileIdentityOf[],
): Promise<DepartedIds> {
  const known = new Set(identities.map(({ path }) => path));
  const paths = [
    ...[...allNodes(layout.nodes)].flatMap((node) =>
      node.type === 'document' && node.path ? [node.path] : [],
    ),
    ...layout.files.map(({ path }) => path),
    ...layout.includes.map(({ path }) => path),
  ];
  // A page that was a plain file until now has a known path, but no page id.
  const wanted = paths.filter((path) => !known.has(path) || /\.(?:md|markdown)$/i.test(path));
  const inUse = new Set(identities.map(({ id }) => id));
  const departed = await readDeparted(db, space, wanted);
  return new Map([...departed].filter(([, id]) => !inUse.has(id)));
}

/** Throws if the directory does not exist, because a mistyped directory would empty the space. */
function requireDirectory(source: ImportSource, directory: string): void {
  if (directory === '' || source.files.list().some((file) => file.path.startsWith(`${directory}/`))) return;
  throw new GitError(
    'directory-not-found',
    `The repository has no directory “${directory}”. Nothing was changed.`,
  );
}

/** Reports computed entries that get no pages, because they do not come from an OpenAPI spec. */
function reportComputed(layout: RepositoryLayout): ReportEntry[] {
  return [...allNodes(layout.nodes)].flatMap((node): ReportEntry[] => {
    if (node.type !== 'computed' || readListing(node.parsed)) return [];
    const kind = (node.parsed as { type?: unknown } | null)?.type;
    return [
      {
        severity: 'warning',
        reason: 'computed-pages',
        ...(layout.summaryPath === undefined ? {} : { path: layout.summaryPath }),
        ...(node.lines ? { line: node.lines.line + 1 } : {}),
        message: `The entry “${node.title}” declares computed pages that are not supported (${typeof kind === 'string' ? kind : 'of an unknown type'}). Only pages of an OpenAPI spec are supported. The entry was kept, but shows no pages.`,
      },
    ];
  });
}

/** The documents and files of content by the Git object ids of the files that they came from. */
function knownContent(snapshot: Snapshot): { documents: Map<string, Hash>; blobs: Map<string, NewBlob> } {
  const documents = new Map<string, Hash>();
  for (const { entry } of snapshot.pages.pages()) {
    if (entry.type === 'document' && entry.git && entry.document)
      documents.set(entry.git.oid, entry.document);
  }
  for (const content of itemsOf(snapshot.reusables))
    if (content.git) documents.set(content.git.oid, content.document);
  const blobs = new Map<string, NewBlob>();
  for (const file of itemsOf(snapshot.files))
    if (file.git) blobs.set(blobKey(file.git.oid, file.name), blobOf(file));
  return { documents, blobs };
}

/** The files of the content by their hash and name. */
function storedBlobs(snapshot: Snapshot): Map<string, NewBlob> {
  const blobs = new Map<string, NewBlob>();
  for (const file of itemsOf(snapshot.files)) blobs.set(blobKey(file.blob, file.name), blobOf(file));
  return blobs;
}

const blobOf = ({ blob, size, contentType, dimensions }: FileEntry): NewBlob => ({
  hash: blob,
  size,
  contentType,
  ...(dimensions ? { dimensions } : {}),
});

/** The key has the name because the type of a text file depends on its name, too. */
const blobKey = (oid: string, name: string): string => `${oid}/${name}`;
const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function wantedOf(
  paths: readonly string[],
  oids: ReadonlyMap<string, string>,
  isKnown: (oid: string) => boolean,
): { path: string; oid: string }[] {
  return paths.flatMap((path) => {
    const oid = oids.get(path);
    return oid === undefined || isKnown(oid) ? [] : [{ path, oid }];
  });
}

/** The commit in the form in which a revision stores it. */
export const gitOf = (
  { ref, commitUrl }: Pick<ImportRequest, 'ref' | 'commitUrl'>,
  commit: Pick<RevisionGit, 'oid' | 'message' | 'createdByService'>,
): RevisionGit => ({
  ...commit,
  ...(ref ? { ref } : {}),
  ...(commitUrl ? { url: `${commitUrl.replace(/\/$/, '')}/${commit.oid}` } : {}),
});

/** The commit that an import reads; a folder has none. */
export const gitOfSource = (
  request: Pick<ImportRequest, 'ref' | 'commitUrl'>,
  { commit }: Pick<ImportSource, 'commit'>,
): RevisionGit | null => (commit ? gitOf(request, { ...commit, createdByService: false }) : null);

function countOf(snapshot: Snapshot): Omit<ImportCounts, 'changed'> {
  const counts = { document: 0, group: 0, link: 0, computed: 0 };
  for (const { entry } of snapshot.pages.pages()) counts[entry.type] += 1;
  return {
    pages: counts.document,
    groups: counts.group,
    links: counts.link,
    computed: counts.computed,
    files: snapshot.files?.count ?? 0,
    reusableContents: snapshot.reusables?.count ?? 0,
  };
}
