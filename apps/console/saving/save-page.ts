import { ApiError } from '@lectern/client/api-error';
import type { ResponseOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { noteOwnSave } from '../api/own-saves.ts';
import type { PagePlace } from '../api/place.ts';
import { pagesQuery, queries } from '../api/queries.ts';
import { limitTime } from '../api/repeat.ts';
import type { DocumentJson } from '../editor/convert/document-json.ts';
import type { MergedOperation } from '../editor/convert/merged.ts';
import { replacePage } from '../tree/pages.ts';
import type { SentRequest } from './journal.ts';
import type { Saved } from './saved-draft.ts';

/** The outcome of a save request. */
export type Outcome =
  | ({ kind: 'saved' } & Saved)
  /** It was saved, but the response is lost. */
  | { kind: 'lost' }
  /**
   * Others have changed the same blocks, which have these keys in the revision of the request. Without keys, they have
   * changed other parts of the text. Undefined: only fields of the page are in conflict.
   */
  | { kind: 'conflict'; keys: string[] | undefined }
  /** The revision of the request is not there any more. */
  | { kind: 'stale' }
  /** The outcome is unknown: the same request must be repeated. */
  | { kind: 'unknown'; waitMs?: number }
  | { kind: 'signed-out' }
  /** The key belongs to another request. */
  | { kind: 'reused' }
  /** `isInvalid`: the service did not understand the change, or cannot apply it. */
  | { kind: 'refused'; message: string; isInvalid: boolean };

type SpaceSaved = ResponseOf<'/v1/spaces/{spaceId}/content', 'post'>;
type RequestSaved = ResponseOf<'/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', 'post'>;

/** Changes that leave nothing to be read again: the page tree shows nothing of them but the title. */
const SHOWN_CHANGES = new Set(['blocks', 'text', 'title', 'description']);

/** Sends a change of a page that this tab shows, live or in a change request. Never throws. */
export function savePage(place: PagePlace, request: SentRequest): Promise<Outcome> {
  const saving = sendPage(place, request);
  noteOwnSave(
    saving.then((outcome) => {
      if (outcome.kind !== 'saved' || !Object.keys(request.change).every((name) => SHOWN_CHANGES.has(name)))
        return undefined;
      if (typeof request.change.title === 'string') showTitle(place, request.change.title);
      return outcome.revision;
    }),
  );
  return saving;
}

/** Shows a title that was saved in the page tree. */
function showTitle({ spaceId, changeRequestId, pageId }: PagePlace, title: string): void {
  queries.setQueryData(
    pagesQuery({ spaceId, changeRequestId }).queryKey,
    (list) => list && { ...list, pages: replacePage(list.pages, pageId, (page) => ({ ...page, title })) },
  );
}

/** Sends a change of a page that this tab does not show: it hears of it as of the changes of others. Never throws. */
export async function sendPage(
  place: PagePlace,
  { idempotencyKey, revision, change }: SentRequest,
): Promise<Outcome> {
  const body = { changes: [{ operation: 'update_page' as const, page: place.pageId, ...change }] };
  const headers = { 'Idempotency-Key': idempotencyKey, 'If-Match': `"${revision}"` };
  const { spaceId, changeRequestId } = place;
  const signal = limitTime();
  try {
    if (changeRequestId === undefined)
      return savedIn(
        await api.post('/v1/spaces/{spaceId}/content', { path: { spaceId }, headers, body, signal }),
      );
    const response = await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
      path: { spaceId, changeRequestId },
      query: { compat: false },
      headers,
      body,
      signal,
    });
    return savedInRequest(response);
  } catch (error) {
    return outcomeOf(error);
  }
}

function savedIn({ revision, changes: [changed] }: Pick<SpaceSaved, 'revision' | 'changes'>): Outcome {
  if (changed?.object !== 'updated_page') return { kind: 'lost' };
  const merged = changed.merged as MergedOperation[] | undefined;
  const { keys = {}, keyPrefixes } = changed;
  return { kind: 'saved', revision, keys, keyPrefixes, merged };
}

function savedInRequest(response: RequestSaved): Outcome {
  if (!('changes' in response && 'changeRequest' in response)) return { kind: 'lost' };
  return savedIn({
    revision: response.changeRequest.revision,
    changes: response.changes as SpaceSaved['changes'],
  });
}

const RATE_LIMIT_MS = 5000;

function outcomeOf(error: unknown): Outcome {
  // The request did not arrive, or its response did not.
  if (!(error instanceof ApiError)) return { kind: 'unknown' };
  const { status, reason } = error;
  switch (reason) {
    case 'edit-conflicts':
      return { kind: 'conflict', keys: keysOf(error) };
    case 'response-lost':
      return { kind: 'lost' };
    case 'request-in-progress':
      return { kind: 'unknown', waitMs: 1000 };
    // Signing in again changes the CSRF token.
    case 'cross-site-request':
      return { kind: 'unknown' };
    case 'revision-not-found':
    case 'content-changed':
      return { kind: 'stale' };
    case 'idempotency-key-reused':
      return { kind: 'reused' };
  }
  if (status === 401) return { kind: 'signed-out' };
  if (status === 429) return { kind: 'unknown', waitMs: RATE_LIMIT_MS };
  if (status >= 500 || status === 408) return { kind: 'unknown' };
  return { kind: 'refused', message: explain(error), isInvalid: status === 400 || status === 422 };
}

/** The keys of the blocks in conflict: empty if a conflict in the text has no block, undefined if there is none. */
function keysOf({ details }: ApiError): string[] | undefined {
  const places = details.flatMap((detail) => {
    const { place } = detail as { place?: { kind: string; blocks?: { base?: { key?: string } } } };
    return place && place.kind !== 'front-matter' && place.kind !== 'title' ? [place] : [];
  });
  if (places.length === 0) return undefined;
  const keys = places.map(({ blocks }) => blocks?.base?.key);
  return keys.includes(undefined) ? [] : [...new Set(keys as string[])];
}

export type DocumentPage = Extract<Schemas['Page'], { type: 'document' }>;

export interface ReadPage {
  page: DocumentPage;
  document: DocumentJson;
  /** Those who may not edit are not told. */
  revision: string | undefined;
}

/** Reads the current document of a page, and the revision that it is of. */
export async function readPage(
  { spaceId, changeRequestId, pageId }: PagePlace,
  { mayEdit }: { mayEdit: boolean } = { mayEdit: true },
): Promise<ReadPage> {
  // Only those who can edit a page learn how it is written.
  const query = { computed: false, ...(mayEdit ? { ranges: true } : {}) };
  const read =
    changeRequestId === undefined
      ? await api.get('/v1/spaces/{spaceId}/content/page/{pageId}', { path: { spaceId, pageId }, query })
      : await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
          path: { spaceId, changeRequestId, pageId },
          query,
        });
  const page = read as DocumentPage;
  return { page, document: page.document as unknown as DocumentJson, revision: page.revision };
}
