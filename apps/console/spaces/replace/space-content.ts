/** The content of a space at one moment, and changes that are based on it. */
import { ApiError } from '@lectern/client/api-error';
import type { Schemas } from '@lectern/client/schema';
import { api, repeatable } from '../../api/client.ts';
import { explain } from '../../api/explain.ts';

interface ListedPage {
  id: string;
  title: string;
  description?: string;
}

export interface SpaceContent {
  spaceId: string;
  revisionId: string;
  pages: ListedPage[];
  reusableContents: { id: string; title: string }[];
}

/** Reads the pages of a space. Computed pages have no source of their own. */
export async function openContent(spaceId: string): Promise<SpaceContent> {
  const revision = await api.get('/v1/spaces/{spaceId}/content', {
    path: { spaceId },
    query: { computed: false, metadata: false },
  });
  return {
    spaceId,
    revisionId: revision.id,
    pages: listDocuments(revision.pages),
    reusableContents: revision.reusableContents,
  };
}

function listDocuments(pages: readonly Schemas['Page'][]): ListedPage[] {
  return pages.flatMap((page) => {
    const { type, pages: below = [] } = page as { type: string; pages?: Schemas['Page'][] };
    return [...(type === 'document' ? [page as unknown as ListedPage] : []), ...listDocuments(below)];
  });
}

export async function readSource(
  { spaceId, revisionId }: Pick<SpaceContent, 'spaceId' | 'revisionId'>,
  pageId: string,
): Promise<string> {
  const page = await api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
    path: { spaceId, revisionId, pageId },
    query: { format: 'markdown', metadata: false },
  });
  return (page as { markdown?: string }).markdown ?? '';
}

/** The blocks of a reusable content. */
export async function readNodes(
  { spaceId, revisionId }: Pick<SpaceContent, 'spaceId' | 'revisionId'>,
  reusableContentId: string,
): Promise<readonly unknown[]> {
  const { nodes } = await api.get(
    '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
    { path: { spaceId, revisionId, reusableContentId }, query: { schema: 'current' } },
  );
  return nodes;
}

const READERS = 4;

/** Works on several items at the same time. The results are in the order of the items. */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  { onProgress, signal }: { onProgress?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let done = 0;
  const workOff = async (): Promise<void> => {
    for (let position = next++; position < items.length; position = next++) {
      signal?.throwIfAborted();
      results[position] = await work(items[position] as Item);
      done += 1;
      onProgress?.(done);
    }
  };
  await Promise.all(Array.from({ length: READERS }, workOff));
  return results;
}

/** A change of one page or reusable content, with its title for people. */
export interface PageChange {
  title: string;
  body: object;
}

interface Failure {
  change: PageChange;
  message: string;
}

/** Where changes go: to the space, or to a new change request. */
export type Destination = { kind: 'space' } | { kind: 'change-request'; subject: string };

export interface Applied {
  failures: Failure[];
  /** The number of the change request that was created. */
  changeRequest: number | undefined;
}

/** Limits of the API. */
const MAX_CHANGES = 50;
const MAX_CHARACTERS = 4_000_000;

/**
 * Makes the changes, based on the revision that was read. If others have changed one of the pages so that it cannot be
 * merged, the other pages are changed nevertheless.
 */
export async function applyChanges(
  { spaceId, revisionId }: Pick<SpaceContent, 'spaceId' | 'revisionId'>,
  changes: readonly PageChange[],
  { destination, onProgress }: { destination: Destination; onProgress?: (done: number) => void },
): Promise<Applied> {
  let changeRequestId: string | undefined;
  let number: number | undefined;
  if (destination.kind === 'change-request') {
    // At the revision that was read: what others changed since is merged when the change request is.
    const created = await api.post('/v1/spaces/{spaceId}/change-requests', {
      path: { spaceId },
      headers: repeatable(),
      body: { subject: destination.subject, revision: revisionId },
    });
    changeRequestId = created.id;
    number = created.number;
  }
  const send = (batch: readonly PageChange[]): Promise<unknown> => {
    // The types have no lists of several kinds of changes.
    const body = { changes: batch.map((change) => change.body) } as object as Schemas['ContentChangesBody'];
    const request = { headers: { 'If-Match': `"${revisionId}"` }, body };
    return changeRequestId === undefined
      ? api.post('/v1/spaces/{spaceId}/content', { path: { spaceId }, ...request })
      : api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
          path: { spaceId, changeRequestId },
          ...request,
        });
  };
  const failures: Failure[] = [];
  let done = 0;
  for (const batch of batchesOf(changes)) {
    try {
      await send(batch);
    } catch (error) {
      if (!isOfOnePage(error)) throw error;
      for (const change of batch)
        await send([change]).catch((failure: unknown) => {
          if (!isOfOnePage(failure)) throw failure;
          failures.push({ change, message: explain(failure) });
        });
    }
    done += batch.length;
    onProgress?.(done);
  }
  return { failures, changeRequest: number };
}

/** How many places were changed: those of changes that failed were not. */
export const countDone = (
  changes: readonly { change: PageChange; count: number }[],
  { failures }: Applied,
): number =>
  changes.reduce(
    (sum, { change, count }) => (failures.some((failure) => failure.change === change) ? sum : sum + count),
    0,
  );

/** Others changed or removed the page, or it would exceed a limit: this is no reason to leave out the other pages. */
const isOfOnePage = (error: unknown): boolean =>
  error instanceof ApiError && [400, 409, 413].includes(error.status) && error.reason !== 'space-locked';

function batchesOf(changes: readonly PageChange[]): PageChange[][] {
  const batches: PageChange[][] = [];
  let characters = 0;
  for (const change of changes) {
    const count = JSON.stringify(change.body).length;
    const last = batches.at(-1);
    if (last && last.length < MAX_CHANGES && characters + count <= MAX_CHARACTERS) {
      last.push(change);
      characters += count;
    } else {
      batches.push([change]);
      characters = count;
    }
  }
  return batches;
}
