import type { Static } from 'typebox';
import { findAbove } from '../../../../platform/access/above.ts';
import type { DefaultLevel } from '../../../../platform/access/pointers.ts';
import { effectiveRole, type Standing } from '../../../../platform/access/space-role.ts';
import type { Context } from '../../../../platform/context.ts';
import { presentSpace } from '../../../content/spaces/spaces.present.ts';
import { findSpaceRows } from '../../../content/spaces/spaces.queries.ts';
import type { SpaceSchema } from '../../../content/spaces/spaces.schemas.ts';
import type { SiteKey } from '../structure.queries.ts';

type Space = Static<typeof SpaceSchema>;

/**
 * Presents the Space objects for site spaces, by the id of the space, in one statement. Callers without a role on a
 * space, and readers (`standing` undefined), get only the fields that the site shows.
 */
export async function presentSpacesOnSite(
  { db, fields, pointers, config }: Pick<Context, 'db' | 'fields' | 'pointers' | 'config'>,
  {
    site: { organizationId, siteId },
    spaceIds,
    standing,
    shareKey,
  }: {
    site: SiteKey;
    spaceIds: readonly string[];
    standing: Standing | undefined;
    shareKey: string | undefined;
  },
): Promise<ReadonlyMap<string, Space>> {
  const rows = await findSpaceRows({ db, fields }, { organizationId, spaceIds: [...new Set(spaceIds)] });
  const spaces = new Map<string, Space>();
  for (const row of rows) {
    const place = {
      id: row.space_id,
      defaultLevel: row.default_level as DefaultLevel,
      above: await findAbove(pointers, row.parent_id),
    };
    const role = effectiveRole(standing, place);
    const space = presentSpace(
      row,
      { role, inOrganization: standing?.role ?? null },
      config,
      row.publication?.siteId === siteId ? shareKey : undefined,
    );
    spaces.set(row.space_id, role === null ? withoutInternals(space) : space);
  }
  return spaces;
}

/** Leaves out what only those with a role on the space may know: discussions, rules, Git, its collection. */
function withoutInternals({ gitSync: _git, parent: _parent, ...space }: Space): Space {
  return {
    ...space,
    visibility: space.visibility === 'in-collection' ? 'private' : space.visibility,
    mergeRules: { type: 'inherit' },
    defaultLevel: null,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
  };
}
