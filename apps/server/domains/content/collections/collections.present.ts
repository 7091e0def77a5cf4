import type { Static } from 'typebox';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { TargetViewer } from '../../../platform/access/space-role.ts';
import type { CollectionRow } from './collections.queries.ts';
import type { CollectionSchema } from './collections.schemas.ts';

/** The Collection object as this caller sees it. */
export function presentCollection(
  row: CollectionRow,
  { role, inOrganization }: TargetViewer,
  baseUrl: string,
): Static<typeof CollectionSchema> {
  const isAdmin = isAtLeast(role, 'admin');
  return {
    object: 'collection' as const,
    id: row.collection_id,
    title: row.title,
    ...(row.description === null ? {} : { description: row.description }),
    organization: row.organization_id,
    ...(row.parent_id ? { parent: row.parent_id } : {}),
    defaultLevel: row.default_level,
    urls: {
      location: `${baseUrl}/v1/collections/${row.collection_id}`,
      app: `${baseUrl}/app/c/${row.collection_id}`,
    },
    permissions: {
      view: isAtLeast(role, 'read'),
      admin: isAdmin,
      // The links are the organization's, also those that lead here.
      viewInviteLinks: isAtLeast(inOrganization, 'admin'),
      // Making spaces is for administrators.
      create: isAdmin,
    },
  };
}
