import { itemsOf } from '@lectern/content/tree/merkle-list';
import { type Html, html, type Insertion } from '@lectern/html/html';
import { renderTime } from '@lectern/html/time';
import { webAddress } from '@lectern/html/web-address';
import { createReferences } from '@lectern/render/references';
import type { Static } from 'typebox';
import type { ContentStore } from '../../content/revisions/content-store.ts';
import { viewRevision } from '../../content/revisions/revision-view.ts';
import { presentSpace } from '../../domains/content/spaces/spaces.present.ts';
import type { GitSyncSchema, SpaceSchema } from '../../domains/content/spaces/spaces.schemas.ts';
import { getKeptSpace } from '../../domains/content/spaces/spaces.service.ts';
import { getOrganizationRow } from '../../domains/identity/organizations/organizations.service.ts';
import { findCaller } from '../../platform/access/find-caller.ts';
import type { Granted } from '../../platform/access/grant.ts';
import { mayDo } from '../../platform/access/may-do.ts';
import type { SpacePointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';
import type { Crumb } from '../parts/layout.ts';
import { nameOf } from '../parts/name.ts';
import { showSpaceEmoji } from '../parts/space-emoji.ts';
import { renderFacts } from './facts.ts';
import { readCollections } from './readable-collections.ts';
import { renderSearchForm } from './search-page.ts';
import { type ContentsEntry, listContents, renderContents } from './table-of-contents.ts';

type Space = Static<typeof SpaceSchema>;
type GitSync = Static<typeof GitSyncSchema>;

export interface SpaceData {
  crumbs: Crumb[];
  title: string;
  emoji: string;
  language: string | undefined;
  visibility: Space['visibility'];
  isLocked: boolean;
  deletedAt: string | undefined;
  updatedAt: string;
  revision: { id: string; href: string };
  git: GitState | undefined;
  contents: ContentsEntry[];
  searchAddress: string;
  brokenLinksAddress: string;
  changeRequestsAddress: string;
  historyAddress: string;
  /** Undefined if the caller may not see who has access. */
  permissionsAddress: string | undefined;
}

interface GitState {
  repository: string;
  /** Undefined when the repository has no page in the web. */
  href: string | undefined;
  operation: GitSync['operation'];
}

/** Reads the space as the API presents it, with its content; for a deleted space only that it is deleted. */
export async function readSpace(
  context: Pick<Context, 'db' | 'fields' | 'clock' | 'config' | 'keyRing' | 'pointers'>,
  store: ContentStore,
  addresses: Addresses,
  { space: pointer, role, actor }: Granted & { space: SpacePointer },
): Promise<SpaceData> {
  const row = await getKeptSpace(context, pointer);
  const organization = await getOrganizationRow(context.db, pointer.organizationId);
  const caller = await findCaller(context, actor, pointer.organizationId);
  const collections = await readCollections(context, addresses, caller);
  const space = presentSpace(row, { role, inOrganization: caller.role }, context.config);
  const open = await store.open(pointer, row.revision_id);
  const view = await viewRevision(context, store, open, { hasGit: true, isComputed: false }, []);
  const references = createReferences(view, addresses, undefined);
  return {
    crumbs: [
      { title: organization.title, href: addresses.organization(pointer.organizationId) },
      ...collections.crumbs(row.parent_id),
    ],
    title: nameOf(space.title),
    emoji: showSpaceEmoji(space.emoji),
    language: space.language,
    visibility: space.visibility,
    isLocked: space.editMode === 'locked',
    deletedAt: space.deletedAt,
    updatedAt: space.updatedAt,
    revision: { id: space.revision, href: addresses.revision(space.id, space.revision) },
    searchAddress: addresses.search(space.id),
    brokenLinksAddress: addresses.brokenLinks(space.id),
    changeRequestsAddress: addresses.changeRequests(space.id),
    historyAddress: addresses.revisions(space.id),
    permissionsAddress:
      space.deletedAt === undefined && mayDo({ actor, role }, 'space:list-permissions')
        ? addresses.spacePermissions(space.id)
        : undefined,
    git: space.gitSync ? readGit(space.gitSync) : undefined,
    contents: space.deletedAt
      ? []
      : listContents(view.snapshot, itemsOf(view.snapshot.pages.top), references),
  };
}

const readGit = ({ repoName, url, operation }: GitSync): GitState => ({
  repository: repoName ?? url ?? 'a repository',
  href: url === undefined ? undefined : webAddress(url),
  operation,
});

export function renderSpace(space: SpaceData): Html {
  const { title, emoji, deletedAt, contents } = space;
  return html`<h1><span class="emoji" aria-hidden="true">${emoji}</span> ${title}</h1>
${
  deletedAt !== undefined &&
  html`<p class="hint" role="note">This space was deleted on ${renderTime(deletedAt)}. Within seven days of that, it can be restored through the API.</p>`
}
${renderFacts([
  ['Visibility', VISIBILITIES[space.visibility]],
  ['Updated', renderTime(space.updatedAt)],
  ['Editing', space.isLocked && 'locked'],
  ['Language', space.language],
  [
    'Revision',
    deletedAt === undefined && html`<a href="${space.revision.href}"><code>${space.revision.id}</code></a>`,
  ],
  ['Git', space.git && renderGit(space.git)],
  [
    'Access',
    space.permissionsAddress !== undefined && html`<a href="${space.permissionsAddress}">View access</a>`,
  ],
  [
    'Changes',
    deletedAt === undefined &&
      html`<a href="${space.changeRequestsAddress}">Change requests</a>, <a href="${space.historyAddress}">history</a>`,
  ],
  ['Links', deletedAt === undefined && html`<a href="${space.brokenLinksAddress}">Broken links</a>`],
])}
${deletedAt === undefined && renderSearchForm(space.searchAddress)}
${deletedAt === undefined && html`<h2>Contents</h2>\n${renderContents(contents) || html`<p>This space has no pages yet.</p>`}`}`;
}

const VISIBILITIES: Record<Space['visibility'], string> = {
  private: 'private',
  'in-collection': 'in a collection',
  public: 'public',
  unlisted: 'unlisted',
  'share-link': 'share link',
  'visitor-auth': 'signed-in visitors',
};

const OPERATIONS: Record<string, string> = {
  running: 'has been running since',
  success: 'succeeded',
  failure: 'failed',
  timeout: 'timed out',
};

function renderGit({ repository, href, operation }: GitState): Insertion {
  const name = href === undefined ? repository : html`<a href="${href}" rel="noreferrer">${repository}</a>`;
  if (!operation) return name;
  const { direction, state, startedAt, endedAt, commit, error, reportTotal } = operation;
  return html`${name}; the last ${direction} ${OPERATIONS[state]} ${renderTime(endedAt ?? startedAt)}${
    commit !== undefined && html`, at <code>${commit.slice(0, 12)}</code>`
  }${error !== undefined && html`: ${error}`}${
    reportTotal !== undefined &&
    reportTotal > 0 &&
    html`. Its report has ${reportTotal} ${reportTotal === 1 ? 'entry' : 'entries'}.`
  }`;
}
