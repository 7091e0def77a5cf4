import { itemsOf } from '@lectern/content/tree/merkle-list';
import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { webAddress } from '@lectern/html/web-address';
import { createReferences } from '@lectern/render/references';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import type { RevisionGit } from '../../content/revisions/revision.repository.ts';
import { viewRevision } from '../../content/revisions/revision-view.ts';
import { getSpaceRow } from '../../domains/content/spaces/spaces.service.ts';
import { findVisibleUserRow } from '../../domains/identity/users/users.queries.ts';
import type { Actor } from '../../platform/access/actor.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';
import { type Crumb, spaceCrumb } from '../parts/layout.ts';
import { renderFacts } from './facts.ts';
import { type ContentsEntry, listContents, renderContents } from './table-of-contents.ts';

export interface RevisionData {
  crumbs: Crumb[];
  revisionId: string;
  isCurrent: boolean;
  createdAt: Date;
  /** Undefined if the author is not a person, or one whom the caller may not see. */
  author: string | undefined;
  message: string | undefined;
  commit: { oid: string; href: string | undefined } | undefined;
  parents: { revisionId: string; href: string }[];
  contents: ContentsEntry[];
}

export async function readRevision(
  context: Pick<Context, 'db' | 'config' | 'keyRing'>,
  store: ContentStore,
  addresses: Addresses,
  asked: { actor: Actor; space: SpacePointer; revisionId: string },
): Promise<RevisionData> {
  const { actor, space, revisionId } = asked;
  const open = await store.open(space, revisionId);
  const { revision, snapshot } = open;
  const view = await viewRevision(context, store, open, { hasGit: true, isComputed: false }, []);
  const references = createReferences(view, addresses, revisionId);
  const spaceRow = await getSpaceRow(context.db, space);
  const author = revision.authorId
    ? await findVisibleUserRow(context.db, actor, revision.authorId)
    : undefined;
  return {
    crumbs: [spaceCrumb(addresses, spaceRow)],
    revisionId,
    isCurrent: revisionId === space.revisionId,
    createdAt: revision.createdAt,
    author: author?.display_name,
    message: revision.message ?? revision.git?.message,
    commit: revision.git ? readCommit(revision.git) : undefined,
    parents: revision.parents.map((parent) => ({
      revisionId: parent,
      href: addresses.revision(space.spaceId, parent),
    })),
    contents: listContents(snapshot, itemsOf(snapshot.pages.top), references),
  };
}

const readCommit = ({ oid, url }: RevisionGit): RevisionData['commit'] => ({
  oid,
  href: url === undefined ? undefined : webAddress(url),
});

export const renderRevision = (revision: RevisionData): Html => html`<h1>Revision</h1>
${renderFacts([
  ['ID', html`<code>${revision.revisionId}</code>${revision.isCurrent && ' (current)'}`],
  ['Created', renderTime(revision.createdAt)],
  ['Author', revision.author],
  ['Message', revision.message],
  ['Commit', revision.commit && renderCommit(revision.commit)],
  ['Parents', revision.parents.length > 0 && revision.parents.map(renderParent)],
])}
<h2>Pages</h2>
${renderContents(revision.contents) || html`<p>This revision has no pages.</p>`}`;

const renderCommit = ({ oid, href }: NonNullable<RevisionData['commit']>): Insertion =>
  href === undefined
    ? html`<code>${oid}</code>`
    : html`<a href="${href}" rel="noreferrer"><code>${oid}</code></a>`;

const renderParent = ({ revisionId, href }: RevisionData['parents'][number]): Html =>
  html`<a href="${href}"><code>${revisionId}</code></a> `;
