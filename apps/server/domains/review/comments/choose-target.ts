import type { PageEntry } from '@lectern/content/tree/entries';
import type { Hash } from '@lectern/content/tree/hash';
import { cutText } from '@lectern/std/cut-text';
import type { Static } from 'typebox';
import type { OpenRevision } from '../../../content/revisions/content-store.ts';
import { type ErrorDetail, invalidField } from '../../../platform/http/errors.ts';
import type { CommentTarget } from './comment-target.ts';
import type { StoredTarget } from './comments.repository.ts';
import type { PostCommentBody } from './comments.schemas.ts';
import type { CommentParts } from './load-comments.ts';

/** The characters of a block that are kept, to be shown when it is gone. */
const MAX_PREVIEW = 2000;

export interface ChosenTarget {
  revisionId: string;
  pageId: string | null;
  documentHash: Hash | null;
  target: StoredTarget | null;
}

type Wanted = Pick<Static<typeof PostCommentBody>, 'page' | 'node' | 'tableCell' | 'range' | 'revision'>;

/** Finds what a new comment is on. */
export async function chooseTarget(
  { store, follower }: Pick<CommentParts, 'store' | 'follower'>,
  target: CommentTarget,
  wanted: Wanted,
): Promise<ChosenTarget> {
  const missing = missingPart(wanted);
  if (missing) throw invalidField(missing.path, missing.message);
  const revisionId = wanted.revision ?? target.revisionId;
  if (wanted.revision !== undefined) await store.keepForGood(target.space, revisionId);
  const open = await store.open(target.space, revisionId);
  if (wanted.page === undefined) return { revisionId, pageId: null, documentHash: null, target: null };
  const entry = open.snapshot.pages.find(wanted.page)?.entry;
  if (!entry) throw invalidField('page', 'is not a page of this revision');
  const page = pageOf(open, entry);
  if (wanted.node === undefined)
    return { revisionId, pageId: entry.id, documentHash: null, target: { page } };
  if (entry.type !== 'document' || entry.document === undefined)
    throw invalidField('node', 'is not a block of this page: it has no text');
  const { tableCell, range } = wanted;
  const located = await follower.locate(target.space.organizationId, entry.document, {
    key: wanted.node,
    cell: tableCell,
    range,
  });
  if ('missing' in located) throw invalidField(FIELDS[located.missing], MESSAGES[located.missing]);
  return {
    revisionId,
    pageId: entry.id,
    documentHash: entry.document,
    target: {
      page,
      node: { key: located.key, text: cutText(located.text, MAX_PREVIEW) },
      ...(located.cell ? { cell: located.cell } : {}),
      ...(located.range ? { range: located.range } : {}),
    },
  };
}

/** A target field that another one requires. */
function missingPart({ page, node, tableCell, range }: Wanted): ErrorDetail | undefined {
  if (node !== undefined && page === undefined)
    return { path: 'page', message: 'is required if there is a node' };
  if ((tableCell !== undefined || range !== undefined) && node === undefined)
    return { path: 'node', message: 'is required if there is a cell or a range' };
  return undefined;
}

const pageOf = ({ snapshot }: OpenRevision, entry: PageEntry): StoredTarget['page'] => ({
  title: entry.title,
  path: snapshot.pages.pathOf(entry.id),
});

const FIELDS = { block: 'node', cell: 'tableCell', range: 'range' } as const;
const MESSAGES = {
  block: 'is not the key of a block of this page in this revision',
  cell: 'is not a cell of this block',
  range: 'is not in the text of this block: the quote does not occur there',
} as const;
