import type { Static } from 'typebox';
import { showVisibility } from '../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { TargetViewer } from '../../../platform/access/space-role.ts';
import type { Config } from '../../../platform/config.ts';
import { type SitesOrigin, siteUrl } from '../../../platform/http/site-url.ts';
import type { PublicationRow, ShownSpaceRow, SpaceGitRow, SpaceRow } from './spaces.queries.ts';
import type { GitReport, GitSyncSchema, SpaceSchema } from './spaces.schemas.ts';

export const DEFAULT_EMOJI = '1f4d4';

type GitSync = Static<typeof GitSyncSchema>;

/** The settings from which the addresses of a space are built. */
export type SpaceAddresses = Pick<Config, 'baseUrl'> & SitesOrigin;

/** Presents the Space object for this caller. `shareKey` is a key of the site on which the space is published. */
export function presentSpace(
  row: ShownSpaceRow,
  { role, inOrganization }: TargetViewer,
  { baseUrl, ...sites }: SpaceAddresses,
  shareKey?: string,
): Static<typeof SpaceSchema> {
  return {
    object: 'space' as const,
    id: row.space_id,
    title: row.title,
    emoji: row.emoji ?? DEFAULT_EMOJI,
    visibility: row.publication
      ? showVisibility(row.publication.visibility)
      : row.parent_id
        ? 'in-collection'
        : 'private',
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.deleted_at ? { deletedAt: row.deleted_at.toISOString() } : {}),
    editMode: row.edit_mode,
    mergeRules: row.merge_rules,
    urls: {
      location: `${baseUrl}/v1/spaces/${row.space_id}`,
      app: `${baseUrl}/app/s/${row.space_id}`,
      ...presentPublication(row.publication, sites, shareKey),
      ...(row.icon_url ? { icon: row.icon_url } : {}),
    },
    organization: row.organization_id,
    ...(row.parent_id ? { parent: row.parent_id } : {}),
    ...(row.language ? { language: row.language } : {}),
    ...(row.git ? { gitSync: presentGitSync(row.git) } : {}),
    revision: row.revision_id,
    defaultLevel: row.default_level,
    comments: row.comments_open,
    changeRequests: row.change_requests,
    changeRequestsOpen: row.change_requests_open,
    changeRequestsDraft: row.change_requests_draft,
    permissions: presentPermissions(row, { role, inOrganization }),
  };
}

/** The address at which readers find the space; `public` if anyone may read it there. */
function presentPublication(
  publication: PublicationRow | null,
  sites: SitesOrigin,
  shareKey: string | undefined,
): Pick<Static<typeof SpaceSchema>['urls'], 'published' | 'public'> {
  if (!publication) return {};
  const { visibility, path } = publication;
  const key = shareKey !== undefined && visibility === 'share-link' ? `${shareKey}/` : '';
  const published = `${siteUrl(sites, publication)}${key}${path}`;
  return visibility === 'public' ? { published, public: published } : { published };
}

/** A deleted space can only be read and restored, and the content of a locked one cannot change. */
function presentPermissions(
  { deleted_at: deletedAt, edit_mode: editMode }: SpaceRow,
  { role, inOrganization }: TargetViewer,
): Static<typeof SpaceSchema>['permissions'] {
  const isLive = deletedAt === null;
  const isEditable = isLive && editMode !== 'locked';
  return {
    view: isAtLeast(role, 'read'),
    access: isLive && isAtLeast(role, 'read'),
    admin: isAtLeast(role, 'admin'),
    // The links are the organization's, also those that lead here.
    viewInviteLinks: isAtLeast(inOrganization, 'admin'),
    edit: isEditable && isAtLeast(role, 'edit'),
    triggerGitSync: isEditable && isAtLeast(role, 'create'),
    comment: isLive && isAtLeast(role, 'comment'),
    merge: isEditable && isAtLeast(role, 'review'),
    review: isLive && isAtLeast(role, 'review'),
    // As for the organization: there are no integrations.
    installIntegration: false,
  };
}

/**
 * Presents the Git connection for a space and for `git/info`, which also includes the report of the last operation. A
 * plain Git host has no provider.
 */
export function presentGitSync(git: SpaceGitRow, report?: GitReport): GitSync {
  return {
    repoName: git.repoName,
    installationId: git.gitId,
    installationStatus: 'active',
    ...(git.provider ? { installationProvider: git.provider, integration: git.provider } : {}),
    url: git.url,
    updatedAt: new Date(git.updatedAt).toISOString(),
    ...(git.operation
      ? { operation: { ...presentOperation(git.operation), ...(report ? { report } : {}) } }
      : {}),
  };
}

function presentOperation(
  operation: NonNullable<SpaceGitRow['operation']>,
): NonNullable<GitSync['operation']> {
  return {
    ...operation.progress,
    ...operation.outcome,
    state: operation.state,
    direction: operation.direction,
    startedAt: new Date(operation.startedAt).toISOString(),
    ...(operation.endedAt ? { endedAt: new Date(operation.endedAt).toISOString() } : {}),
    ...(operation.error ? { error: operation.error } : {}),
  };
}
