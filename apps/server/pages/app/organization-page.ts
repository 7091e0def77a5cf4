import { type Html, html } from '@lectern/html/html';
import { getOrganizationRow } from '../../domains/identity/organizations/organizations.service.ts';
import type { Caller } from '../../platform/access/role-sql.ts';
import type { Context } from '../../platform/context.ts';
import type { Addresses } from '../parts/addresses.ts';
import { type CollectionItem, readCollections, renderCollections } from './readable-collections.ts';
import { readSpaces, renderSpaces, type SpaceList } from './space-list.ts';

export interface OrganizationData {
  title: string;
  collections: CollectionItem[];
  spaces: SpaceList;
}

/** `page`: the cursor of a page of its spaces. */
export async function readOrganization(
  context: Pick<Context, 'db' | 'fields' | 'cursors'>,
  addresses: Addresses,
  caller: Caller,
  page: string | undefined,
): Promise<OrganizationData> {
  const { organizationId } = caller;
  const { title } = await getOrganizationRow(context.db, organizationId);
  const collections = await readCollections(context, addresses, caller);
  const here = addresses.organization(organizationId);
  return {
    title,
    collections: collections.inside(null),
    spaces: await readSpaces(context, addresses, caller, { collections, page, here }),
  };
}

export const renderOrganization = ({
  title,
  collections,
  spaces,
}: OrganizationData): Html => html`<h1>${title}</h1>
${renderCollections(collections)}
${renderSpaces(spaces)}`;
