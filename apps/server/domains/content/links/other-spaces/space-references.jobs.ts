import { itemsOf } from '@lectern/content/tree/merkle-list';
import { appendTo } from '@lectern/std/long-lists';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Job, JobBody, JobDefinition } from '../../../../platform/jobs/job-definition.ts';
import { deleteSpaceReferences, insertSpaceReferences, lockRevision } from './space-references.repository.ts';
import {
  FILL_SPACE_REFERENCES,
  findMentions,
  type Mentioning,
  readMentioning,
} from './update-space-references.ts';

/** Stores which other spaces a space refers to. Repeating it changes nothing. */
export function createFillSpaceReferencesJob(
  { pointers, transact }: Pick<Context, 'pointers' | 'transact'>,
  store: ContentStore,
) {
  const run: JobBody = async (job: Job, signal: AbortSignal) => {
    const { spaceId } = job.payload as { spaceId: string };
    for (;;) {
      signal.throwIfAborted();
      const space = await pointers.spaces.find(spaceId);
      // The space was deleted, or moved to another organization, which has a job for it.
      if (space?.organizationId !== job.organizationId) return;
      const { snapshot } = await store.open(space, space.revisionId);
      const all: Mentioning[] = [];
      for (const { entry } of snapshot.pages.pages()) appendTo(all, listOf(readMentioning(entry.id, entry)));
      for (const content of itemsOf(snapshot.reusables))
        appendTo(all, listOf(readMentioning(content.id, content)));
      const references = await findMentions(all, (hashes) =>
        store.facts.load(space.organizationId, 'references', hashes),
      );
      const isDone = await transact(async ({ trx }) => {
        // The content may have changed while it was read; a change that comes now waits for this one.
        if ((await lockRevision(trx, space)) !== space.revisionId) return false;
        await deleteSpaceReferences(trx, space);
        await insertSpaceReferences(trx, space, references);
        return true;
      });
      if (isDone) return;
      pointers.spaces.invalidate(spaceId);
    }
  };
  return { kind: FILL_SPACE_REFERENCES, lane: 'upkeep', run } as const satisfies JobDefinition;
}

const listOf = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);
