import { type Grants, NO_GRANTS } from '../../../platform/access/pointers.ts';
import { LADDER, type Role, rank } from '../../../platform/access/roles.ts';
import { effectiveRole } from '../../../platform/access/space-role.ts';
import type { GrantTarget } from './grant-target.ts';

/** The ranks of members from one to another; undefined: none. */
export type Ranks = { from: number; to: number } | undefined;

/**
 * The members with a role on a place through their role in the organization and one team, as ranks (see `rank`), so
 * that many members are counted without looking at each.
 */
export interface Audience {
  /** The rank given by default, by the rank in the organization. */
  byDefault: readonly number[];
  /** The members wanted by default. */
  wanted: Ranks;
  /** Whether the team raises the members wanted by default above the wanted role: then it does so for all of them. */
  exceptTeam: boolean;
  /** The members wanted only because of the team. */
  added: Ranks;
  /** The members who may become wanted or unwanted through other grants. */
  open: Ranks;
}

const ADMIN = rank('admin');
const OWN_ROLES = [null, ...LADDER];
const RANKS = OWN_ROLES.map(rank);

/**
 * `wanted`: only members with exactly this role; undefined: any. `team`: the role of the team on the place or above it.
 */
export function findAudience(
  target: GrantTarget,
  wanted: Role | undefined,
  team: Role | undefined,
): Audience {
  const ranksWith = (grants: Grants) =>
    OWN_ROLES.map((role) => rank(effectiveRole({ role, grants }, target)));
  const byDefault = ranksWith(NO_GRANTS);
  const withTeam = team ? ranksWith(new Map([[target.id, team]])) : byDefault;
  const isWanted = (found: number) => (wanted === undefined ? found > 0 : found === rank(wanted));
  const before = (own: number) => isWanted(byDefault[own] as number);
  const after = (own: number) => isWanted(withTeam[own] as number);
  return {
    byDefault,
    wanted: toRange(RANKS.filter(before)),
    exceptTeam: RANKS.some((own) => before(own) && !after(own)),
    added: toRange(RANKS.filter((own) => !before(own) && after(own))),
    open: toRange(
      RANKS.filter(
        (own) => own < ADMIN && (byDefault[own] as number) <= (wanted === undefined ? 0 : rank(wanted)),
      ),
    ),
  };
}

/** The ranks are always consecutive: a higher rank never has a lower role, by default or through the team. */
function toRange(ranks: number[]): Ranks {
  const [from] = ranks;
  return from === undefined ? undefined : { from, to: ranks.at(-1) as number };
}
