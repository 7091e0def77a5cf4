import type { DocumentReferences } from '@lectern/content/facts/references';
import { fileCodec, type PageEntry, reusableCodec } from '@lectern/content/tree/entries';
import { type Hash, hashOf } from '@lectern/content/tree/hash';
import { type EmitNode, rebuildList } from '@lectern/content/tree/merkle-list';
import type { PageTree } from '@lectern/content/tree/page-tree';
import { reachableNodes } from '@lectern/content/tree/reachable-nodes';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { NewDocument } from '../../../content/facts/facts.repository.ts';
import { type InspectedSource, inspectSources } from '../../../content/facts/inspect-sources.ts';
import type { Threads } from '../../../platform/threads/threads.ts';
import type { ContentDraft, DraftSource } from './content-draft.ts';
import type { SourceTools } from './edit-source.ts';
import { pageTooLarge } from './editing-errors.ts';
import { rewriteTargets } from './rewrite-targets.ts';

/** The rows that a draft adds to the content store when it becomes a revision. */
export interface WrittenDraft {
  snapshot: Snapshot;
  nodes: ReadonlyMap<Hash, string>;
  documents: ReadonlyMap<Hash, NewDocument>;
}

/** Makes a snapshot of a draft: settles the targets of its documents, inspects them, and computes all hashes. */
export async function writeDraft(
  threads: Threads,
  tools: Pick<SourceTools, 'rewriteTargets'>,
  draft: ContentDraft,
): Promise<WrittenDraft> {
  const inspected = await inspectAll(threads, draft.sources);
  const documents = new Map<Hash, NewDocument>();
  refuseTooLarge(inspected);
  for (const { ownerId, text, texts, segment } of inspected) {
    const { hash, source } = toDocument(text);
    documents.set(hash, { source, texts, segment });
    draft.noteDocument(ownerId, text, hash);
    nameDocument(draft, ownerId, hash);
  }
  const emitted = new Map<Hash, string>();
  const emit = (hash: Hash, node: string) => emitted.set(hash, node);
  let pages = draft.tree.build(emit);
  let snapshot = buildSnapshot(draft, pages, emit);
  // Targets depend on the positions of pages, so it is known only now which of them must be rewritten.
  const rewritten = await rewriteSources(tools, { draft, snapshot, inspected });
  if (rewritten.length > 0) {
    for (const { ownerId, text, texts } of await inspectAll(threads, rewritten)) {
      const { hash, source } = toDocument(text);
      documents.set(hash, { source, texts });
      const page = nameDocument(draft, ownerId, hash);
      if (page) pages = pages.replace(page, emit);
    }
    snapshot = buildSnapshot(draft, pages, emit);
  }
  return { snapshot, nodes: reachableNodes(snapshot, emitted), documents: namedDocuments(draft, documents) };
}

function toDocument(text: string): { hash: Hash; source: Buffer } {
  const source = Buffer.from(text);
  return { hash: hashOf(source), source };
}

/** The sources that must be rewritten so that their targets still resolve to the same pages. */
async function rewriteSources(
  tools: Pick<SourceTools, 'rewriteTargets'>,
  parts: { draft: ContentDraft; snapshot: Snapshot; inspected: readonly InspectedDraft[] },
): Promise<DraftSource[]> {
  const { draft, snapshot, inspected } = parts;
  const rewritten: DraftSource[] = [];
  for (const { ownerId, text, texts } of inspected) {
    const place = { ownerId, gitPath: gitPathOf(draft, ownerId) };
    const references = JSON.parse(texts.references) as DocumentReferences;
    let targets = rewriteTargets(snapshot, place, references, draft.refs);
    // The text of a file from a repository is kept: an edit elsewhere in the file does not rewrite it.
    if (targets.size > 0 && place.gitPath !== undefined) {
      const kept = await draft.listFormerTargets(ownerId);
      targets = rewriteTargets(snapshot, place, references, draft.refs, kept);
    }
    if (targets.size > 0)
      rewritten.push({ ownerId, text: await tools.rewriteTargets(text, targets, 'changes') });
  }
  return rewritten;
}

type InspectedDraft = DraftSource & Pick<NewDocument, 'texts'> & { tooLarge: string | undefined };

/** Clients can correct content that they send. Imported content is kept, and shown as its source. */
function refuseTooLarge(inspected: readonly InspectedDraft[]): void {
  const details = inspected.flatMap(({ sentAt, tooLarge }) =>
    sentAt !== undefined && tooLarge !== undefined ? [{ path: sentAt, message: tooLarge }] : [],
  );
  if (details.length > 0) throw pageTooLarge(details);
}

async function inspectAll(threads: Threads, sources: readonly DraftSource[]): Promise<InspectedDraft[]> {
  const unread = sources.filter(({ inspected }) => !inspected);
  const read = await inspectSources(
    threads,
    unread.map(({ text }) => Buffer.from(text)),
    { lane: 'request' },
  );
  const found = new Map(unread.map((source, index) => [source, read[index]]));
  return sources.map((source) => {
    const { texts, tooLarge } = (source.inspected ?? found.get(source)) as InspectedSource;
    return { ...source, texts, tooLarge };
  });
}

function gitPathOf(draft: ContentDraft, ownerId: string): string | undefined {
  const entry = draft.tree.find(ownerId) ?? draft.findReusable(ownerId);
  return entry && 'git' in entry ? entry.git?.path : undefined;
}

/** Gives a page or reusable content its document. Returns the page. */
function nameDocument(draft: ContentDraft, ownerId: string, document: Hash): PageEntry | undefined {
  const entry = draft.tree.find(ownerId);
  if (entry?.type === 'document') {
    const page = { ...entry, document };
    draft.tree.replace(page);
    return page;
  }
  const reusable = draft.findReusable(ownerId);
  if (reusable) draft.setReusable(ownerId, { ...reusable, document });
  return undefined;
}

/** Returns only the documents that the draft still has: some were replaced while it was written. */
function namedDocuments(
  draft: ContentDraft,
  documents: ReadonlyMap<Hash, NewDocument>,
): Map<Hash, NewDocument> {
  const named = new Set(draft.sources.map(({ ownerId }) => documentOf(draft, ownerId)));
  return new Map([...documents].filter(([hash]) => named.has(hash)));
}

function documentOf(draft: ContentDraft, ownerId: string): Hash | undefined {
  const entry = draft.tree.find(ownerId) ?? draft.findReusable(ownerId);
  return entry && 'document' in entry ? entry.document : undefined;
}

/** The content of a draft whose documents are all stored and named by their entries. */
export function nameDraft(draft: ContentDraft): WrittenDraft {
  const emitted = new Map<Hash, string>();
  const emit = (hash: Hash, node: string) => emitted.set(hash, node);
  const snapshot = buildSnapshot(draft, draft.tree.build(emit), emit);
  return { snapshot, nodes: reachableNodes(snapshot, emitted), documents: new Map() };
}

function buildSnapshot(draft: ContentDraft, pages: PageTree, emit: EmitNode): Snapshot {
  const files = draft.listFiles();
  const reusables = draft.listReusables();
  return draft.base.withParts(
    {
      pages,
      ...(files ? { files: rebuildList(draft.base.files, files, fileCodec, emit) } : {}),
      ...(reusables ? { reusables: rebuildList(draft.base.reusables, reusables, reusableCodec, emit) } : {}),
      ...(draft.settings === draft.base.settings ? {} : { settings: draft.settings }),
    },
    emit,
  );
}
