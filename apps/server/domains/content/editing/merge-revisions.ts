import type { Conflict, ConflictAnswer } from '@lectern/content/merge/conflicts';
import { findMergeBase } from '@lectern/content/merge/merge-bases';
import type { DocumentAnswers } from '@lectern/content/merge/merge-document';
import { type MergeSnapshotsOptions, mergeSnapshots } from '@lectern/content/merge/merge-snapshots';
import { type Hash, hashOf } from '@lectern/content/tree/hash';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { NewDocument } from '../../../content/facts/facts.repository.ts';
import { inspectDocuments } from '../../../content/facts/inspect-documents.ts';
import { mergeDocuments } from '../../../content/merge/merge-documents.ts';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { createParentsReader } from '../../../content/revisions/revision.repository.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import type { EditingParts } from './editing-parts.ts';

/** The merge of two revisions, with the rows that it adds to the content store. */
export interface MergedRevisions {
  ours: OpenRevision;
  theirs: OpenRevision;
  snapshot: Snapshot;
  nodes: ReadonlyMap<Hash, string>;
  documents: ReadonlyMap<Hash, NewDocument>;
  /** Unresolved conflicts. While there are any, the result must not be stored. */
  conflicts: readonly Conflict[];
}

export interface RevisionsToMerge {
  space: SpacePointer;
  ours: OpenRevision;
  theirs: OpenRevision;
  answers: ReadonlyMap<string, ConflictAnswer>;
  /** Documents of `ours` that are not stored yet. */
  ownDocuments?: ReadonlyMap<Hash, NewDocument>;
  /** The content that both come from; looked for in the history if absent. */
  base?: Snapshot;
  /** The revision that both come from if their histories have nothing in common. */
  originId?: string;
}

/** Merges two revisions of a space with what both come from. Stores nothing. */
export async function mergeRevisions(
  { context, store }: EditingParts,
  { space, ours, theirs, answers, ownDocuments = new Map(), base, originId }: RevisionsToMerge,
): Promise<MergedRevisions> {
  const { threads, db } = context;
  const { organizationId, spaceId } = space;
  const written = new Map<Hash, Buffer>();

  async function readSource(hash: Hash | undefined): Promise<Uint8Array> {
    if (hash === undefined) return Buffer.alloc(0);
    return (
      written.get(hash) ?? ownDocuments.get(hash)?.source ?? (await store.getSource(organizationId, hash))
    );
  }
  const mergeWith =
    (documentAnswers: DocumentAnswers): MergeSnapshotsOptions['mergeDocuments'] =>
    async (wanted) => {
      const documents = [];
      for (const { id, base: old, ours: left, theirs: right } of wanted)
        documents.push({
          id,
          base: await readSource(old),
          ours: await readSource(left),
          theirs: await readSource(right),
        });
      const merged = await mergeDocuments({ documents, answers: documentAnswers, threads, lane: 'request' });
      return merged.map(({ source, conflicts, titles }) => {
        const bytes = Buffer.from(source);
        const hash = hashOf(bytes);
        written.set(hash, bytes);
        return { hash, conflicts, titles };
      });
    };

  const loadSnapshot = async (revisionId: string): Promise<Snapshot> =>
    (await store.open(space, revisionId)).snapshot;
  const ancestor =
    base ??
    (await findMergeBase(ours.revision.revisionId, theirs.revision.revisionId, {
      loadParents: createParentsReader(db, organizationId, spaceId),
      loadSnapshot,
      mergeDocuments: mergeWith('both'),
      ...(originId === undefined ? {} : { loadOrigin: () => loadSnapshot(originId) }),
    }));
  const nodes = new Map<Hash, string>();
  const { snapshot, conflicts } = await mergeSnapshots(
    { base: ancestor, ours: ours.snapshot, theirs: theirs.snapshot },
    {
      mergeDocuments: mergeWith(answers),
      answerOf: ({ id }) => answers.get(id),
      emit: (hash, node) => nodes.set(hash, node),
    },
  );
  const own = [...written].filter(([hash]) => !ownDocuments.has(hash));
  const documents =
    conflicts.length > 0 ? new Map() : await inspectDocuments(threads, own, { lane: 'request' });
  return { ours, theirs, snapshot, nodes, documents, conflicts };
}
