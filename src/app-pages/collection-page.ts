import type { Actor } from '../access/actor.ts';
import { findCaller } from '../access/find-caller.ts';
import type { CollectionPointer } from '../access/pointers.ts';
import type { Context } from '../context.ts';
import { getCollectionRow } from '../features/collections/collections.service.ts';
import { getOrganizationRow } from '../features/organizations/organizations.service.ts';
import type { Addresses } from './addresses.ts';
import { type Html, html } from './html.ts';
import type { Crumb } from './layout.ts';
import { nameOf } from './name.ts';
import { type CollectionItem, readCollections, renderCollections } from './readable-collections.ts';
import { readSpaces, renderSpaces, type SpaceList } from './space-list.ts';

export interface CollectionData {
  crumbs: Crumb[];
  title: string;
  description: string | undefined;
  collections: CollectionItem[];
  spaces: SpaceList;
}

/** `page`: the cursor of a page of its spaces. */
export async function readCollection(
  context: Pick<Context, 'db' | 'cursors' | 'pointers'>,
  addresses: Addresses,
  asked: { actor: Actor; collection: CollectionPointer; page: string | undefined },
): Promise<CollectionData> {
  const { actor, collection, page } = asked;
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
    collections: collections.inside(collectionId),
    spaces: await readSpaces(context, addresses, caller, { collectionId, collections, page, here }),
  };
}

export const renderCollection = ({
  title,
  description,
  collections,
  spaces,
}: CollectionData): Html => html`<h1>${title}</h1>
${description !== undefined && html`<p class="lead">${description}</p>`}
${renderCollections(collections)}
${renderSpaces(spaces)}`;
