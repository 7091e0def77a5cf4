import { type Html, html } from '@lectern/html/html';
import { getCollectionRow } from '../../domains/content/collections/collections.service.ts';
import { getOrganizationRow } from '../../domains/identity/organizations/organizations.service.ts';
import { findCaller } from '../../platform/access/find-caller.ts';
import type { Granted } from '../../platform/access/grant.ts';
import { mayDo } from '../../platform/access/may-do.ts';
import type { CollectionPointer } from '../../platform/access/pointers.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';
import type { Crumb } from '../parts/layout.ts';
import { nameOf } from '../parts/name.ts';
import { type CollectionItem, readCollections, renderCollections } from './readable-collections.ts';
import { readSpaces, renderSpaces, type SpaceList } from './space-list.ts';

export interface CollectionData {
  crumbs: Crumb[];
  title: string;
  description: string | undefined;
  /** Undefined if the caller may not see who has access. */
  permissionsAddress: string | undefined;
  collections: CollectionItem[];
  spaces: SpaceList;
}

/** `page`: the cursor of a page of its spaces. */
export async function readCollection(
  context: Pick<Context, 'db' | 'fields' | 'cursors' | 'pointers'>,
  addresses: Addresses,
  asked: Pick<Granted, 'actor' | 'role'> & { collection: CollectionPointer; page: string | undefined },
): Promise<CollectionData> {
  const { actor, role, collection, page } = asked;
  const { organizationId, collectionId } = collection;
  const row = await getCollectionRow(context.db, collection);
  const organization = await getOrganizationRow(context.db, organizationId);
  const caller = await findCaller(context, actor, organizationId);
  const collections = await readCollections(context, addresses, caller);
  const here = addresses.collection(collectionId);
  return {
    crumbs: [
      { title: organization.title, href: addresses.organization(organizationId) },
      ...collections.crumbs(row.parent_id),
    ],
    title: nameOf(row.title),
    description: row.description ?? undefined,
    permissionsAddress: mayDo({ actor, role }, 'collection:list-permissions')
      ? addresses.collectionPermissions(collectionId)
      : undefined,
    collections: collections.inside(collectionId),
    spaces: await readSpaces(context, addresses, caller, { collectionId, collections, page, here }),
  };
}

export const renderCollection = ({
  title,
  description,
  permissionsAddress,
  collections,
  spaces,
}: CollectionData): Html => html`<h1>${title}</h1>
${description !== undefined && html`<p class="lead">${description}</p>`}
${permissionsAddress !== undefined && html`<p><a href="${permissionsAddress}">Access</a></p>`}
${renderCollections(collections)}
${renderSpaces(spaces)}`;
