import type { ContentStore, OpenRevision } from '../../../content/revisions/content-store.ts';
import { presentPage } from '../../../content/revisions/page.present.ts';
import { presentFile } from '../../../content/revisions/revision.present.ts';
import { documentsOf, type RevisionView, viewRevision } from '../../../content/revisions/revision-view.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SpacePointer } from '../../../platform/access/pointers.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { Context } from '../../../platform/context.ts';
import { presentOrganization, toViewer } from '../../identity/organizations/organizations.present.ts';
import {
  findOrganizationRow,
  type OrganizationRow,
} from '../../identity/organizations/organizations.queries.ts';
import { presentSpace } from '../spaces/spaces.present.ts';
import { getShownSpace } from '../spaces/spaces.service.ts';

/**
 * Writes references to the objects of one revision, in JSON. The fields that all of them repeat (organization, space,
 * revision) are written once and inserted into each. Undefined for objects that the revision does not show.
 */
export interface ShownSpace {
  itself(): string;
  /** One of the pages that `showSpace` was asked for. */
  page(pageId: string, anchor?: string): string | undefined;
  file(fileId: string): string | undefined;
  reusableContent(reusableId: string): string | undefined;
}

export async function showSpace(
  context: Pick<Context, 'db' | 'fields' | 'config' | 'keyRing' | 'pointers'>,
  store: ContentStore,
  {
    open,
    space,
    actor,
    pageIds,
  }: { open: OpenRevision; space: SpacePointer; actor: Actor; pageIds: ReadonlySet<string> },
): Promise<ShownSpace> {
  const { db, config, pointers } = context;
  const { organizationId } = space;
  const pages = [...pageIds].flatMap((pageId) => open.snapshot.pages.find(pageId) ?? []);
  const flags = { hasGit: true, isComputed: false };
  const view = await viewRevision(context, store, { ...open, space }, flags, documentsOf(pages));
  const { snapshot } = view;
  const row = await getShownSpace(context, space);
  const organization = (await findOrganizationRow(db, organizationId)) as OrganizationRow;
  const standing = await findStanding(pointers, actor, organizationId);
  const viewer = {
    role: await findRole(pointers, standing, space),
    inOrganization: standing?.role ?? null,
  };
  const place =
    `"organization":${JSON.stringify(presentOrganization(organization, toViewer(standing), config.baseUrl))}` +
    `,"space":${JSON.stringify(presentSpace(row, viewer, config))}`;
  // A whole revision in each reference would repeat the whole content.
  const versionContext = { type: 'revision', revision: presentRevision(view) };
  const within = `${place},"versionContext":${JSON.stringify(versionContext)}`;

  return {
    itself: () => `{"kind":"space",${place}}`,
    page(pageId, anchor) {
      const page = snapshot.pages.find(pageId);
      const shown = page && presentPage(view, page, { pages: [] });
      if (!shown) return undefined;
      const location =
        anchor === undefined ? '' : `,"internalLocation":${JSON.stringify({ type: 'anchor', anchor })}`;
      return `{"kind":"page",${within},"page":${JSON.stringify(shown)}${location}}`;
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

const presentRevision = ({ revision: { revisionId: id, type }, space, baseUrl }: RevisionView) => ({
  object: 'revision',
  id,
  type,
  urls: { app: `${baseUrl}/app/s/${space.spaceId}/revisions/${id}` },
});
