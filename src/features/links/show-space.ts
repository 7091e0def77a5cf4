import type { SpacePointer } from '../../access/pointers.ts';
import type { ContentStore, OpenRevision } from '../../content/revisions/content-store.ts';
import { presentFile } from '../../content/revisions/revision.present.ts';
import { type RevisionView, viewRevision } from '../../content/revisions/revision-view.ts';
import type { PageEntry } from '../../content/tree/entries.ts';
import type { Context } from '../../context.ts';
import { findOrganizationRow, type OrganizationRow } from '../organizations/organizations.queries.ts';
import { getSpaceRow } from '../spaces/spaces.service.ts';

/**
 * Writes references to the objects of one revision, in JSON. The fields that all of them repeat (organization, space,
 * revision) are written once and inserted into each. Undefined for objects that the revision does not show.
 */
export interface ShownSpace {
  itself(): string;
  page(pageId: string, anchor?: string): string | undefined;
  file(fileId: string): string | undefined;
  reusableContent(reusableId: string): string | undefined;
}

export async function showSpace(
  context: Pick<Context, 'db' | 'config' | 'keyRing'>,
  store: ContentStore,
  { open, space }: { open: OpenRevision; space: SpacePointer },
): Promise<ShownSpace> {
  const flags = { hasGit: true, isComputed: true };
  const view = await viewRevision(context, store, { ...open, space }, flags, []);
  const { snapshot } = view;
  const { db, config } = context;
  const { title } = await getSpaceRow(db, space);
  const organization = (await findOrganizationRow(db, space.organizationId)) as OrganizationRow;
  const place =
    `"organization":${JSON.stringify(presentOrganization(organization, config.baseUrl))}` +
    `,"space":${JSON.stringify(presentSpace({ ...space, title }, config.baseUrl))}`;
  const versionContext = { type: 'revision', revision: presentRevision(view) };
  const within = `${place},"versionContext":${JSON.stringify(versionContext)}`;

  return {
    itself: () => `{"kind":"space",${place}}`,
    page(pageId, anchor) {
      const page = snapshot.pages.find(pageId);
      if (!page) return undefined;
      const location =
        anchor === undefined ? '' : `,"internalLocation":${JSON.stringify({ type: 'anchor', anchor })}`;
      return `{"kind":"page",${within},"page":${JSON.stringify(presentPage(view, page.entry))}${location}}`;
    },
    file(fileId) {
      const file = snapshot.findFile(fileId);
      return file && `{"kind":"file",${within},"file":${JSON.stringify(presentFile(view, file))}}`;
    },
    reusableContent(reusableId) {
      const content = snapshot.findReusable(reusableId);
      if (!content) return undefined;
      const { id, title } = content;
      return `{"kind":"reusable-content",${within},"reusableContent":${JSON.stringify({ id, title })}}`;
    },
  };
}

const presentOrganization = ({ organization_id: id, title }: OrganizationRow, baseUrl: string) => ({
  object: 'organization',
  id,
  title,
  urls: { location: `${baseUrl}/v1/orgs/${id}`, app: `${baseUrl}/app/o/${id}` },
});

const presentSpace = (
  { spaceId: id, organizationId: organization, title }: SpacePointer & { title: string },
  baseUrl: string,
) => ({
  object: 'space',
  id,
  title,
  organization,
  urls: { location: `${baseUrl}/v1/spaces/${id}`, app: `${baseUrl}/app/s/${id}` },
});

const presentRevision = ({ revision: { revisionId: id, type }, space, baseUrl }: RevisionView) => ({
  object: 'revision',
  id,
  type,
  urls: { app: `${baseUrl}/app/s/${space.spaceId}/revisions/${id}` },
});

function presentPage({ snapshot, space, baseUrl }: RevisionView, { id, title, type }: PageEntry) {
  const path = type === 'document' || type === 'group' ? { path: snapshot.pages.pathOf(id) } : {};
  const urls = type === 'document' ? { urls: { app: `${baseUrl}/app/s/${space.spaceId}/${id}` } } : {};
  return { id, title, type, ...path, ...urls };
}
