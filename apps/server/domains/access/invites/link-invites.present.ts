import type { Static } from 'typebox';
import { ADMINISTRATOR } from '../../../platform/access/space-role.ts';
import { presentCollection } from '../../content/collections/collections.present.ts';
import { type CollectionRow, findCollectionRows } from '../../content/collections/collections.queries.ts';
import { presentSpace, type SpaceAddresses } from '../../content/spaces/spaces.present.ts';
import { findSpaceRows, type ShownSpaceRow, type SpaceReads } from '../../content/spaces/spaces.queries.ts';
import type { LinkInviteRow } from './link-invites.queries.ts';
import type { LinkInviteSchema } from './link-invites.schemas.ts';

/** The spaces and collections that the invites lead to, by id. */
export interface InvitePlaces {
  spaces: Map<string, ShownSpaceRow>;
  collections: Map<string, CollectionRow>;
}

export async function findInvitePlaces(
  reads: SpaceReads,
  organizationId: string,
  rows: LinkInviteRow[],
): Promise<InvitePlaces> {
  const spaceIds = rows.flatMap((row) => row.space_id ?? []);
  const collectionIds = rows.flatMap((row) => row.collection_id ?? []);
  const spaces = await findSpaceRows(reads, { organizationId, spaceIds });
  const collections = await findCollectionRows(reads.db, { organizationId, collectionIds });
  return {
    spaces: new Map(spaces.map((row) => [row.space_id, row])),
    collections: new Map(collections.map((row) => [row.collection_id, row])),
  };
}

/** The page that lets people join by an invite. */
const joinAddress = (baseUrl: string, { organization_id, invite_id }: LinkInviteRow): string =>
  `${baseUrl}/app/join/${organization_id}/${invite_id}`;

/** The OrganizationInvite, SpaceInvite or CollectionInvite object, for an administrator of the organization. */
export function presentLinkInvite(
  row: LinkInviteRow,
  places: InvitePlaces,
  addresses: SpaceAddresses,
): Static<typeof LinkInviteSchema> {
  const { baseUrl } = addresses;
  const { organization_id, invite_id, space_id, collection_id, expires_at } = row;
  const space = space_id === null ? undefined : places.spaces.get(space_id);
  const collection = collection_id === null ? undefined : places.collections.get(collection_id);
  return {
    object: 'invite' as const,
    id: invite_id,
    ...(space_id || collection_id ? { level: row.role } : { role: row.role }),
    ...(space ? { space: presentSpace(space, ADMINISTRATOR, addresses) } : {}),
    ...(collection ? { collection: presentCollection(collection, ADMINISTRATOR, baseUrl) } : {}),
    // Every reader of this is an administrator, who can do everything in the organization.
    redundant: true,
    createdAt: row.created_at.toISOString(),
    ...(expires_at ? { expiresAt: expires_at.toISOString() } : {}),
    url: joinAddress(baseUrl, row),
    urls: { location: `${baseUrl}/v1/orgs/${organization_id}/link-invites/${invite_id}` },
  };
}

/** In a list every invite has a role: an invite to a space or collection adds guests to the organization. */
export const presentListedInvite = (
  row: LinkInviteRow,
  places: InvitePlaces,
  addresses: SpaceAddresses,
): Static<typeof LinkInviteSchema> => ({
  role: null,
  ...presentLinkInvite(row, places, addresses),
});
