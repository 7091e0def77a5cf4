import type { Actor } from '../../../../platform/access/actor.ts';
import type { SitePointer } from '../../../../platform/access/pointers.ts';
import { findStanding } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { isActiveShareKey } from '../share-keys.queries.ts';
import { listSiteSpaces, type SiteSpaceEntry, type SiteStructure } from '../site-structure.ts';
import { presentSpacesOnSite } from './spaces-on-site.ts';
import { createStructureParts, type StructureParts } from './structure.present.ts';

export interface Reading {
  site: SitePointer;
  structure: SiteStructure;
  actor: Actor;
  shareKey?: string | undefined;
  /** The site spaces that are presented; all of them if absent. */
  siteSpaces?: readonly SiteSpaceEntry[];
}

/** Loads what parts of a structure are presented with, as the caller sees them. */
export async function readStructureParts(
  context: Pick<Context, 'db' | 'fields' | 'pointers' | 'config' | 'clock'>,
  { site, structure, actor, shareKey, siteSpaces = listSiteSpaces(structure) }: Reading,
): Promise<StructureParts> {
  const isKey =
    shareKey !== undefined && (await isActiveShareKey(context.db, site, shareKey, context.clock()));
  const key = isKey ? shareKey : undefined;
  const spaces = await presentSpacesOnSite(context, {
    site,
    spaceIds: siteSpaces.map(({ spaceId }) => spaceId),
    standing: await findStanding(context.pointers, actor, site.organizationId),
    shareKey: key,
  });
  return createStructureParts(site, structure, { origin: context.config, shareKey: key, spaces });
}
