import { LADDER } from '../../apps/server/platform/access/roles.ts';
import type { Caller } from './callers.ts';

type Level = (typeof LADDER)[number];
type Scope = 'read' | 'write' | 'admin';

/**
 * The permitted callers of a route, in words. `everyone`: also without a token; `anyone`: with any valid token; `user`:
 * not a service account; `unbound`: not a caller limited to one organization; `instance administrator`: of the whole
 * instance, and unbound. On a place: the lowest role there, and
 * the callers permitted whatever their role. `or in parent`: if the body names a collection as parent, the role on that
 * one counts instead.
 */
export type Expectation =
  | 'everyone'
  | `${Scope}: ${
      | 'anyone'
      | 'user'
      | 'unbound user'
      | 'instance administrator'
      | `${Level | 'guest'} of organization${'' | ' or self' | ' or team owner' | ', user' | ', unbound user'}`
      | `${Level} of organization or in parent`
      | `${Level} of ${'space' | 'collection' | 'site'}${'' | ', also deleted' | ', user'}`}`;

const FORM =
  /^(?<scope>read|write|admin): (?:(?<least>\w+) of (?<place>organization|space|collection|site)(?: or (?<also>self|team owner|in parent))?(?:, (?<deleted>also deleted))?(?:, )?)?(?<who>anyone|user|unbound user|instance administrator)?$/;

export interface Parts {
  scope: Scope;
  place: 'organization' | 'space' | 'collection' | 'site' | undefined;
  least: Level | 'guest';
  also: 'self' | 'team owner' | 'in parent' | undefined;
  isForUsers: boolean;
  isForUnbound: boolean;
  isForInstanceAdministrators: boolean;
}

export function parseExpectation(expectation: Exclude<Expectation, 'everyone'>): Parts {
  const parts = FORM.exec(expectation)?.groups;
  if (!parts) throw new Error(`“${expectation}” is no expectation.`);
  return {
    scope: parts.scope as Scope,
    place: parts.place as Parts['place'],
    least: (parts.least ?? 'guest') as Parts['least'],
    also: parts.also as Parts['also'],
    isForUsers: parts.who?.endsWith('user') ?? false,
    isForUnbound: parts.who === 'unbound user',
    isForInstanceAdministrators: parts.who === 'instance administrator',
  };
}

const SCOPES: Scope[] = ['read', 'write', 'admin'];
const rank = (role: Level | 'guest' | null): number => (LADDER as readonly (string | null)[]).indexOf(role);

/** Facts about the resources in the URL. */
export interface Facts {
  /** The user whom it names is the caller. */
  isSelf: boolean;
  /** Only its administrators learn that it exists. */
  isDeleted: boolean;
}

/** The status of a refusal; undefined: the call succeeds. */
export function expectedRefusal(
  { scope, place, least, also, isForUsers, isForUnbound, isForInstanceAdministrators }: Parts,
  caller: Caller,
  { isSelf, isDeleted }: Facts,
): number | undefined {
  if (caller.isUnknown) return 401;
  if (SCOPES.indexOf(caller.scope) < SCOPES.indexOf(scope)) return 403;
  if (isForUsers && caller.isService) return 403;
  if (isForInstanceAdministrators) return caller.isInstanceAdministrator && !caller.isBound ? undefined : 403;
  if (place === undefined) return isForUnbound && caller.isBound ? 403 : undefined;
  // A caller outside the organization must not learn that it, or anything in it, exists.
  if (caller.role === undefined) return 404;
  if (isForUnbound && caller.isBound) return 403;
  if (place === 'organization') {
    if (also === 'self' && isSelf) return undefined;
    if (also === 'team owner' && caller.isTeamOwner) return undefined;
    return rank(caller.role) >= rank(least) ? undefined : 403;
  }
  const role = Math.max(rank(caller.role), rank(caller.granted ?? null));
  if (role < rank('read') || (isDeleted && role < rank('admin'))) return 404;
  return role >= rank(least) ? undefined : 403;
}
