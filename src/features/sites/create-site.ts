import type { Cause } from '../../access/cause.ts';
import type { SiteVisibility } from '../../access/pointers.ts';
import type { Context } from '../../context.ts';
import { newId } from '../../http/ids.ts';
import { proposeBasenames } from './basename.ts';
import { findFreeName, insertSite, insertSiteSpaces, takeAddress } from './sites.repository.ts';

export interface SiteToCreate {
  organizationId: string;
  title: string;
  visibility: SiteVisibility;
  /** Spaces of the organization, the default one first, with the paths of the others. */
  spaces: readonly { spaceId: string; path: string }[];
}

/** Creates a site that is not published yet, with these spaces at its root. Returns its id. */
export async function createSite(
  { transact, clock }: Pick<Context, 'transact' | 'clock'>,
  _cause: Cause,
  { organizationId, title, visibility, spaces }: SiteToCreate,
): Promise<string> {
  const siteId = newId();
  return transact(async ({ trx, announce }) => {
    const names = proposeBasenames(title);
    const basename = (await findFreeName(trx, 'basename', names)) ?? (names.at(-1) as string);
    await insertSite(trx, { organizationId, siteId, title, basename, visibility, createdAt: clock() });
    await takeAddress(trx, { organizationId, siteId }, { kind: 'basename', name: basename });
    await insertSiteSpaces(
      trx,
      spaces.map(({ spaceId, path }, position) => ({
        organizationId,
        siteId,
        siteSpaceId: newId(),
        sectionId: null,
        spaceId,
        path,
        isDefault: position === 0,
        position,
      })),
    );
    announce({ kind: 'site-address', address: 'basename', name: basename });
    return siteId;
  });
}
