import type { Hash } from '@lectern/content/tree/hash';
import { itemsOf } from '@lectern/content/tree/merkle-list';
import type { Snapshot } from '@lectern/content/tree/snapshot';
import type { ContentStore } from '../../../../content/revisions/content-store.ts';
import { documentsOf } from '../../../../content/revisions/revision-view.ts';
import type { SpacePointer } from '../../../../platform/access/pointers.ts';
import type { Context } from '../../../../platform/context.ts';
import type { JobBody, JobDefinition } from '../../../../platform/jobs/job-definition.ts';
import { drawDocuments } from '../../../content/revisions/drawing/draw-documents.ts';
import { DRAWN_VERSION } from '../../../content/revisions/drawing/drawn-version.ts';
import { noteDrawn } from '../../../content/spaces/space-pointer.queries.ts';
import { enqueuePageDrawing, PAGE_DRAWING, type PageDrawingPayload } from './page-drawing-job.ts';
import { findUndrawnRevision, listUndrawnSpaces } from './published-spaces.queries.ts';

/** After this time, a run leaves the rest to the next one, so that other upkeep of the organization can run. */
const MAX_RUN_MS = 15_000;

type JobContext = Pick<Context, 'db' | 'transact' | 'pointers' | 'clock' | 'threads'>;

/**
 * Draws the pages of a published space in the background: the first reader of a page waits neither for grammars to be
 * loaded nor for code to be colored.
 */
export function createPageDrawingJob(context: JobContext, store: ContentStore) {
  const { db, transact, pointers, clock } = context;
  const run: JobBody = async ({ organizationId, payload }, signal) => {
    const { spaceId } = payload as PageDrawingPayload;
    const key = { organizationId, spaceId };
    const revisionId = await findUndrawnRevision(db, key, DRAWN_VERSION);
    // Drawn already, or not published anymore.
    if (revisionId === undefined) return;
    const space = (await pointers.spaces.find(spaceId)) as SpacePointer;
    const { snapshot } = await store.open({ ...space, ...key }, revisionId);
    const endsAt = performance.now() + MAX_RUN_MS;
    const hashes = listDocuments(snapshot);
    if (await drawDocuments(context, store, { organizationId, hashes, signal, endsAt }))
      await noteDrawn(db, { ...key, revisionId, version: DRAWN_VERSION });
    else await transact((unit) => enqueuePageDrawing(unit, [key], clock()));
  };
  /** Another release may draw in another way. */
  const prepare = async (): Promise<void> => {
    const spaces = await listUndrawnSpaces(db, { version: DRAWN_VERSION });
    if (spaces.length > 0) await transact((unit) => enqueuePageDrawing(unit, spaces, clock()));
  };
  return { kind: PAGE_DRAWING, lane: 'upkeep', run, prepare } as const satisfies JobDefinition;
}

function listDocuments(snapshot: Snapshot): Hash[] {
  const reusables = [...itemsOf(snapshot.reusables)];
  return [...documentsOf(snapshot.pages.pages()), ...reusables.map(({ document }) => document)];
}
