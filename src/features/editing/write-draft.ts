import type { NewDocument } from '../../content/facts/facts.repository.ts';
import { inspectSources } from '../../content/facts/inspect-sources.ts';
import { fileCodec, reusableCodec } from '../../content/tree/entries.ts';
import { type Hash, hashOf } from '../../content/tree/hash.ts';
import { type EmitNode, rebuildList } from '../../content/tree/merkle-list.ts';
import type { PageTree } from '../../content/tree/page-tree.ts';
import { reachableNodes } from '../../content/tree/reachable-nodes.ts';
import type { Snapshot } from '../../content/tree/snapshot.ts';
import type { Threads } from '../../threads/threads.ts';
import type { ContentDraft, DraftSource } from './content-draft.ts';
import type { SourceTools } from './edit-source.ts';
import { settleTargets } from './settle-targets.ts';

/** The rows that a draft adds to the content store when it becomes a revision. */
export interface WrittenDraft {
  snapshot: Snapshot;
  nodes: ReadonlyMap<Hash, string>;
  documents: ReadonlyMap<Hash, NewDocument>;
}

/** Makes a snapshot of a draft: settles the targets of its documents, inspects them, and names everything by its hash. */
export async function writeDraft(
  threads: Threads,
  tools: Pick<SourceTools, 'rewriteTargets'>,
  draft: ContentDraft,
): Promise<WrittenDraft> {
  const inspected = await inspectAll(threads, draft.sources);
  const emitted = new Map<Hash, string>();
  const emit = (hash: Hash, node: string) => emitted.set(hash, node);
  // Where pages stand decides what targets mean. Their documents are added below.
  let pages = draft.tree.build(emit);
  const shape = inspected.length > 0 ? buildSnapshot(draft, pages, () => {}) : draft.base;
  const settled: InspectedSource[] = [];
  const rewritten: DraftSource[] = [];
  for (const source of inspected) {
    const { ownerId, text, texts } = source;
    const place = { ownerId, gitPath: gitPathOf(draft, ownerId) };
    const targets = settleTargets(shape, place, JSON.parse(texts.references), draft.refs);
    if (targets.size === 0) settled.push(source);
    else rewritten.push({ ownerId, text: await tools.rewriteTargets(text, targets, 'changes') });
  }
  const documents = new Map<Hash, NewDocument>();
  for (const { ownerId, text, texts } of [...settled, ...(await inspectAll(threads, rewritten))]) {
    const source = Buffer.from(text);
    const hash = hashOf(source);
    documents.set(hash, { source, texts });
    pages = setDocument(draft, pages, { ownerId, hash }, emit);
  }
  const snapshot = buildSnapshot(draft, pages, emit);
  return { snapshot, nodes: reachableNodes(snapshot, emitted), documents };
}

type InspectedSource = DraftSource & Pick<NewDocument, 'texts'>;

async function inspectAll(threads: Threads, sources: readonly DraftSource[]): Promise<InspectedSource[]> {
  const inspected = await inspectSources(
    threads,
    sources.map(({ text }) => Buffer.from(text)),
    { lane: 'request' },
  );
  return sources.map((source, index) => ({
    ...source,
    texts: (inspected[index] as (typeof inspected)[number]).texts,
  }));
}

function gitPathOf(draft: ContentDraft, ownerId: string): string | undefined {
  const entry = draft.tree.find(ownerId) ?? draft.findReusable(ownerId);
  return entry && 'git' in entry ? entry.git?.path : undefined;
}

/** Gives a page or reusable content its document. Returns the pages with it. */
function setDocument(
  draft: ContentDraft,
  pages: PageTree,
  { ownerId, hash: document }: { ownerId: string; hash: Hash },
  emit: EmitNode,
): PageTree {
  const entry = draft.tree.find(ownerId);
  if (entry?.type === 'document') return pages.replace({ ...entry, document }, emit);
  const reusable = draft.findReusable(ownerId);
  if (reusable) draft.setReusable(ownerId, { ...reusable, document });
  return pages;
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
