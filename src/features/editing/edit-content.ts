import type { Actor } from '../../access/actor.ts';
import { authorIdOf } from '../../access/author.ts';
import type { SpacePointer } from '../../access/pointers.ts';
import type { ContentRef } from '../../content/documents/content-ref.ts';
import { parseMarkdown } from '../../content/documents/parse-markdown.ts';
import { listReferences } from '../../content/documents/resolve-references.ts';
import { decodeSource } from '../../content/facts/document-facts.ts';
import { keepBlobs } from '../../content/files/keep-blobs.ts';
import { resolveTarget } from '../../content/references/resolve-target.ts';
import { revisionNotFound } from '../../content/revisions/content-errors.ts';
import type { ContentStore, OpenRevision } from '../../content/revisions/content-store.ts';
import type { RevisionRow } from '../../content/revisions/revision.repository.ts';
import type { FileEntry, GitBlob } from '../../content/tree/entries.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../http/ids.ts';
import type { LinksStore } from '../links/resolution/links-store.ts';
import { commitRevision } from '../revisions/commit-revision.ts';
import { listTargetsTask } from '../revisions/render-tasks.ts';
import type { RevisionLine } from '../revisions/revision-line.ts';
import { contentChanged } from '../revisions/space-line.ts';
import { applyChanges } from './apply-changes.ts';
import type { ContentChange, NewFile } from './content-changes.schemas.ts';
import { ContentDraft } from './content-draft.ts';
import { editSourceOf } from './edit-source.ts';
import type { EditTools, ReceivedFile } from './edit-tools.ts';
import { changeRefused } from './editing-errors.ts';
import { receiveFile } from './receive-file.ts';
import { rewriteMovedLinks } from './rewrite-moved-links.ts';
import { writeDraft } from './write-draft.ts';

/** What an edit needs of the service. */
export interface EditingParts {
  context: Context;
  store: ContentStore;
  links: LinksStore;
}

export interface ContentEdit {
  space: SpacePointer;
  actor: Actor;
  changes: readonly ContentChange[];
  /** The line that the edit moves. */
  line: RevisionLine;
  /** The revision that the line is at. */
  findHead(): Promise<string>;
  /** The revision that pages are reverted to if a change names none; undefined: one must be named. */
  revertsTo: string | undefined;
}

export interface PageOutcome {
  pageId: string;
  outcome: 'created' | 'updated' | 'deleted';
  ref: string | undefined;
}

export interface EditedContent {
  revisionId: string;
  pages: PageOutcome[];
  insertedFiles: FileEntry[];
}

/** How often an edit is applied again because others were faster. */
const MAX_ATTEMPTS = 10;

/** Applies all changes as one revision, or none. An edit that meets others is applied to what they left. */
export async function editContent(parts: EditingParts, edit: ContentEdit): Promise<EditedContent> {
  const received = new Map<NewFile, Promise<ReceivedFile>>();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryEdit(parts, edit, await edit.findHead(), received);
    } catch (error) {
      if (!contentChanged.matches(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function tryEdit(
  parts: EditingParts,
  edit: ContentEdit,
  head: string,
  received: Map<NewFile, Promise<ReceivedFile>>,
): Promise<EditedContent> {
  const { context, store, links } = parts;
  const { space, actor, line } = edit;
  const { organizationId, spaceId } = space;
  const open = await store.open(space, head);
  const draft = new ContentDraft(store, open);
  const now = context.clock();
  await applyChanges(draft, edit.changes, createTools(parts, edit, { open, now, received }));
  const { snapshot, nodes, documents } = await writeDraft(context.threads, draft, (after) =>
    rewriteMovedLinks({ threads: context.threads, links }, open, draft, after),
  );
  const outcome = {
    pages: [...draft.touched].map(([pageId, what]) => ({
      pageId,
      outcome: what,
      ref: draft.refOfPage.get(pageId),
    })),
    insertedFiles: draft.insertedFiles,
  };
  if (snapshot.hash === open.snapshot.hash) return { revisionId: head, ...outcome };
  await keepBlobs(
    context,
    organizationId,
    draft.blobs.map(({ blob, bytes }) => ({ blob, source: bytes })),
  );
  const revision: RevisionRow = {
    revisionId: newId(),
    parents: [head],
    root: snapshot.hash,
    type: 'edits',
    authorId: authorIdOf(actor),
    message: null,
    git: null,
    createdAt: now,
  };
  await context.transact((unit) =>
    commitRevision(unit, {
      organizationId,
      spaceId,
      revision,
      content: { nodes, documents, blobs: draft.blobs.map(({ blob }) => blob) },
      move: { line, base: head, before: open.snapshot, after: snapshot },
    }),
  );
  store.snapshots.keep(organizationId, snapshot);
  for (const [hash, { texts }] of documents) store.facts.keep(organizationId, hash, JSON.parse(texts.facts));
  return { revisionId: revision.revisionId, ...outcome };
}

/** The bytes of all files of one request. */
const MAX_RECEIVED_BYTES = 100_000_000;

function createTools(
  { context, store }: EditingParts,
  { space, revertsTo }: ContentEdit,
  { open, now, received }: { open: OpenRevision; now: Date; received: Map<NewFile, Promise<ReceivedFile>> },
): (path: string) => EditTools {
  const { threads } = context;
  let receivedBytes = 0;

  /** A file is fetched once, however often the edit is applied. */
  async function receive(file: NewFile, path: string): Promise<ReceivedFile> {
    const known = received.get(file) ?? receiveFile(context, file, path);
    received.set(file, known);
    const { bytes, contentType } = await known;
    receivedBytes += bytes.length;
    if (receivedBytes > MAX_RECEIVED_BYTES)
      throw changeRefused(path, 'goes beyond the 100 MB that the files of one request may have together');
    return { bytes, contentType };
  }

  async function resolveTargets(
    owner: { git?: GitBlob },
    source: string,
  ): Promise<ReadonlyMap<string, ContentRef>> {
    const targets = new Map<string, ContentRef>();
    for (const raw of await listRawTargets(threads, source)) {
      const target = resolveTarget(open.snapshot, owner.git?.path, raw);
      if (target) targets.set(raw, target);
    }
    return targets;
  }

  return (path) => ({
    path,
    now,
    editSource: (sourceEdit) => editSourceOf(threads, sourceEdit, path),
    resolveTargets,
    receiveFile: receive,
    readStored: async (from, { document }, at) => {
      if (document === undefined) return '';
      const { text, isUtf8 } = decodeSource(await store.getSource(from.space.organizationId, document));
      if (!isUtf8) throw changeRefused(at, 'is not UTF-8 text, so that it cannot be edited');
      return text;
    },
    openRevision: async (revisionId, at) => {
      const wanted = revisionId ?? revertsTo;
      if (wanted === undefined) throw changeRefused(at, 'is required: the current content has no base');
      try {
        return await store.open(space, wanted);
      } catch (error) {
        if (revisionNotFound.matches(error)) throw changeRefused(at, 'is not a revision of this space');
        throw error;
      }
    },
  });
}

const MAX_LENGTH_IN_PLACE = 16_384;
const LIST_TARGETS = { lane: 'request', deadlineMs: 30_000 } as const;

async function listRawTargets(
  threads: EditingParts['context']['threads'],
  source: string,
): Promise<string[]> {
  if (source.length > MAX_LENGTH_IN_PLACE)
    return threads.run(listTargetsTask, Buffer.from(source), LIST_TARGETS);
  return listReferences(parseMarkdown(source).document).map(({ raw }) => raw);
}
