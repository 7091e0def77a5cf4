import type { SpacePointer } from '../../access/pointers.ts';
import type { RoleOrGuest } from '../../access/roles.ts';
import type { Standing } from '../../access/space-role.ts';
import type { ContentStore, OpenRevision } from '../../content/revisions/content-store.ts';
import { presentPage } from '../../content/revisions/page.present.ts';
import { presentFile, presentReusable, presentRevision } from '../../content/revisions/revision.present.ts';
import { documentsOf, viewRevision } from '../../content/revisions/revision-view.ts';
import { EMPTY_SNAPSHOT } from '../../content/tree/snapshot.ts';
import type { Context } from '../../context.ts';
import { presentOrganization, toViewer } from '../organizations/organizations.present.ts';
import { findOrganizationRow, type OrganizationRow } from '../organizations/organizations.queries.ts';
import { presentSpace } from '../spaces/spaces.present.ts';
import { getSpaceRow } from '../spaces/spaces.service.ts';

/**
 * The things of one revision as references to them, in JSON. What all of them repeat (organization, space, revision)
 * is written once and put into each. Undefined for what the revision does not show.
 */
export interface ShownSpace {
  itself(): string;
  page(pageId: string, anchor?: string): string | undefined;
  file(fileId: string): string | undefined;
  reusableContent(reusableId: string): string | undefined;
}

/** `pageIds`: all that will be asked for. */
export async function showSpace(
  context: Pick<Context, 'db' | 'config' | 'keyRing'>,
  store: ContentStore,
  shown: {
    open: OpenRevision;
    space: SpacePointer;
    role: RoleOrGuest;
    standing: Standing;
    pageIds: Iterable<string>;
  },
): Promise<ShownSpace> {
  const { space, role, standing } = shown;
  const open = { ...shown.open, space };
  const { snapshot } = open;
  const pages = new Map([...new Set(shown.pageIds)].map((id) => [id, snapshot.pages.find(id)]));
  const entries = [...pages.values()].filter((page) => page !== undefined);
  const flags = { hasGit: true, isComputed: true };
  const view = await viewRevision(context, store, open, flags, documentsOf(entries));
  const { db, config } = context;
  const row = await getSpaceRow(db, space);
  const organization = (await findOrganizationRow(db, space.organizationId)) as OrganizationRow;
  const place =
    `"organization":${JSON.stringify(presentOrganization(organization, toViewer(standing), config.baseUrl))}` +
    `,"space":${JSON.stringify(presentSpace(row, { role, inOrganization: standing.role }, config.baseUrl))}`;
  const revision = presentRevision({ ...view, snapshot: EMPTY_SNAPSHOT });
  const within = `${place},"versionContext":${JSON.stringify({ type: 'revision', revision })}`;

  const pageTexts = new Map<string, string | undefined>();
  function pageText(pageId: string): string | undefined {
    if (!pageTexts.has(pageId)) {
      const page = pages.get(pageId);
      // The page alone: a reference to the top page would else hold the whole tree.
      const presented = page && presentPage(view, { entry: page.entry, children: undefined });
      pageTexts.set(pageId, presented && JSON.stringify(presented));
    }
    return pageTexts.get(pageId);
  }

  return {
    itself: () => `{"kind":"space",${place}}`,
    page(pageId, anchor) {
      const text = pageText(pageId);
      if (text === undefined) return undefined;
      const location =
        anchor === undefined ? '' : `,"internalLocation":${JSON.stringify({ type: 'anchor', anchor })}`;
      return `{"kind":"page",${within},"page":${text}${location}}`;
    },
    file(fileId) {
      const file = snapshot.findFile(fileId);
      return file && `{"kind":"file",${within},"file":${JSON.stringify(presentFile(view, file))}}`;
    },
    reusableContent(reusableId) {
      const content = snapshot.findReusable(reusableId);
      return (
        content &&
        `{"kind":"reusable-content",${within},"reusableContent":${JSON.stringify(presentReusable(view, content))}}`
      );
    },
  };
}
