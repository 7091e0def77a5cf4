import { type Grants, NO_GRANTS } from '../../access/pointers.ts';
import { LADDER, type Role, rank } from '../../access/roles.ts';
import { effectiveRole } from '../../access/space-role.ts';
import type { Place } from './place.ts';

/** The ranks of members from one to another; undefined: none. */
export type Ranks = { from: number; to: number } | undefined;

/**
 * Who of the members has a role on a place by what they are in the organization and by one team, as ranks (see `rank`):
 * so that many are counted without looking at each.
 */
export interface Audience {
  /** By the rank in the organization: the rank that the default gives. */
  byDefault: readonly number[];
  /** Who is wanted by default. */
  wanted: Ranks;
  /** Whether the team gives more than is wanted to those who are wanted by default: then to all of them. */
  exceptTeam: boolean;
  /** Who is wanted only because the team gives it. */
  added: Ranks;
  /** Who may come to be wanted, or not to be, by what else they were given. */
  open: Ranks;
}

const ADMIN = rank('admin');
const OWN_ROLES = [null, ...LADDER];
const RANKS = OWN_ROLES.map(rank);

/** `wanted`: only who has exactly this role; undefined: any. `team`: what the team gives on the place or above it. */
export function findAudience(place: Place, wanted: Role | undefined, team: Role | undefined): Audience {
  const ranksWith = (grants: Grants) => OWN_ROLES.map((role) => rank(effectiveRole({ role, grants }, place)));
  const byDefault = ranksWith(NO_GRANTS);
  const withTeam = team ? ranksWith(new Map([[place.id, team]])) : byDefault;
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

/** They always follow each other: who stands higher has no lower role by default, nor by the team. */
function toRange(ranks: number[]): Ranks {
  const [from] = ranks;
  return from === undefined ? undefined : { from, to: ranks.at(-1) as number };
}
