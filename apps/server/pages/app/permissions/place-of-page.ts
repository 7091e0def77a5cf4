import { type Static, Type } from 'typebox';
import type { TargetKey } from '../../../domains/access/permissions/grant-target.ts';
import {
  getCollectionRow,
  updateCollection,
} from '../../../domains/content/collections/collections.service.ts';
import { getSpaceRow, updateSpace } from '../../../domains/content/spaces/spaces.service.ts';
import { getOrganizationRow } from '../../../domains/identity/organizations/organizations.service.ts';
import type { Cause } from '../../../platform/access/cause.ts';
import type { Context } from '../../../platform/context.ts';
import { DefaultLevelSchema } from '../../../platform/http/schemas.ts';
import type { Addresses } from '../../parts/addresses.ts';
import { type Crumb, spaceCrumb } from '../../parts/layout.ts';
import { nameOf } from '../../parts/name.ts';

/** Sets the level for members without a grant, and no other property of the place. */
export const DefaultLevelBody = Type.Object({ defaultLevel: DefaultLevelSchema });

/** From the organization down to the place itself. `above`: the collections that contain it. */
export async function findPlaceCrumbs(
  { db }: Pick<Context, 'db'>,
  addresses: Addresses,
  { kind, organizationId, id }: TargetKey,
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
  { kind, organizationId, id }: TargetKey,
  body: Static<typeof DefaultLevelBody>,
): Promise<void> {
  if (kind === 'space') await updateSpace(context, cause, { organizationId, spaceId: id }, body);
  else await updateCollection(context, cause, { organizationId, collectionId: id }, body);
}
