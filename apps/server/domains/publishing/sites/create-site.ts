import { newId } from '@lectern/std/ids';
import type { Transaction } from 'kysely';
import { insufficientRole, spaceNotFound } from '../../../platform/access/access-errors.ts';
import type { Actor } from '../../../platform/access/actor.ts';
import type { SiteVisibility } from '../../../platform/access/pointers.ts';
import { isAtLeast } from '../../../platform/access/roles.ts';
import type { SpaceKey } from '../../../platform/access/space-key.ts';
import { findRole, findStanding } from '../../../platform/access/space-role.ts';
import type { UnitOfWork } from '../../../platform/access/transaction.ts';
import type { Context } from '../../../platform/context.ts';
import type { DB } from '../../../platform/db/schema.ts';
import { holdSpacePlace } from '../../content/spaces/spaces.service.ts';
import { proposeBasenames } from './basename.ts';
import { updateSiteRow } from './sites.queries.ts';
import {
  findFreeName,
  insertSite,
  insertSiteSpaces,
  markReadableRevisions,
  takeAddress,
} from './sites.repository.ts';
import type { SiteKey } from './structure.queries.ts';

export interface SiteToCreate {
  organizationId: string;
  title: string;
  visibility: SiteVisibility;
  /** Spaces of the organization, the default one first, with the paths of the others. */
  spaces: readonly { spaceId: string; path: string }[];
}

/** Adds a site that is not published yet, with these spaces at its root. */
export async function insertSiteWithSpaces(
  { trx, announce }: Pick<UnitOfWork, 'trx' | 'announce'>,
  { organizationId, title, visibility, spaces, createdAt }: SiteToCreate & { createdAt: Date },
): Promise<{ siteId: string; basename: string }> {
  const siteId = newId();
  const key = { organizationId, siteId };
  for (const { spaceId } of spaces) await holdSpacePlace(trx, { organizationId, spaceId });
  const names = proposeBasenames(title);
  const free = (await findFreeName(trx, 'basename', names)) ?? (names.at(-1) as string);
  await insertSite(trx, { ...key, title, basename: free, visibility, createdAt });
  const basename = await takeBasename(trx, key, [free, ...names]);
  if (basename !== free) await updateSiteRow(trx, key, { basename });
  await insertSiteSpaces(
    trx,
    spaces.map(({ spaceId, path }, position) => ({
      ...key,
      siteSpaceId: newId(),
      sectionId: null,
      spaceId,
      path,
      isDefault: position === 0,
      position,
    })),
  );
  await markReadableRevisions(trx, key);
  announce({ kind: 'site', siteId });
  announce({ kind: 'site-address', address: 'basename', name: basename });
  return { siteId, basename };
}

/** Another site may take a free name at the same moment; then it is the next one. */
async function takeBasename(trx: Transaction<DB>, key: SiteKey, names: readonly string[]): Promise<string> {
  for (const name of names) if (await takeAddress(trx, key, { kind: 'basename', name })) return name;
  throw new Error('The last name is random.');
}

/** People who publish a space to readers must be able to create content in it. */
export async function assertMayPublish(
  { pointers }: Pick<Context, 'pointers'>,
  actor: Actor,
  { organizationId, spaceId }: SpaceKey,
): Promise<void> {
  const space = await pointers.spaces.find(spaceId);
  if (!space || space.organizationId !== organizationId || space.deletedAt) throw spaceNotFound();
  const role = await findRole(pointers, await findStanding(pointers, actor, organizationId), space);
  if (role === null) throw spaceNotFound();
  if (!isAtLeast(role, 'create')) throw insufficientRole('create', 'on the space');
}
