import { type Static, Type } from 'typebox';
import type { Cause } from '../../access/cause.ts';
import type { Context } from '../../context.ts';
import { getCollectionRow, updateCollection } from '../../features/collections/collections.service.ts';
import { getOrganizationRow } from '../../features/organizations/organizations.service.ts';
import type { PlaceKey } from '../../features/permissions/place.ts';
import { getSpaceRow, updateSpace } from '../../features/spaces/spaces.service.ts';
import { DefaultLevelSchema } from '../../http/schemas.ts';
import type { Addresses } from '../../page-parts/addresses.ts';
import { type Crumb, spaceCrumb } from '../../page-parts/layout.ts';
import { nameOf } from '../../page-parts/name.ts';

/** Sets the level for members without a grant, and no other property of the place. */
export const DefaultLevelBody = Type.Object({ defaultLevel: DefaultLevelSchema });

/** From the organization down to the place itself. `above`: the collections that contain it. */
export async function findPlaceCrumbs(
  { db }: Pick<Context, 'db'>,
  addresses: Addresses,
  { kind, organizationId, id }: PlaceKey,
  above: Crumb[],
): Promise<Crumb[]> {
  const { title } = await getOrganizationRow(db, organizationId);
  const organization = { title: nameOf(title), href: addresses.organization(organizationId) };
  if (kind === 'space') {
    return [
      organization,
      ...above,
      spaceCrumb(addresses, await getSpaceRow(db, { organizationId, spaceId: id })),
    ];
  }
  const collection = await getCollectionRow(db, { organizationId, collectionId: id });
  return [organization, ...above, { title: nameOf(collection.title), href: addresses.collection(id) }];
}

export async function changeDefaultLevel(
  context: Context,
  cause: Cause,
  { kind, organizationId, id }: PlaceKey,
  body: Static<typeof DefaultLevelBody>,
): Promise<void> {
  if (kind === 'space') await updateSpace(context, cause, { organizationId, spaceId: id }, body);
  else await updateCollection(context, cause, { organizationId, collectionId: id }, body);
}
