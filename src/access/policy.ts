import type { Scope } from './actor.ts';
import type { Role } from './roles.ts';

/**
 * The rulebook. Every route names one of these actions, or 'public'. What an action is on tells what the URL
 * must name, and that resource is loaded within its parents before the rule is asked.
 */
export interface Rule {
  /** `account`: the caller alone; `person`: the caller, who must be a user; else the resource in the URL. */
  on: 'account' | 'person' | 'organization' | 'space' | 'collection';
  /** The least role on the resource. 'guest': anyone who belongs to the organization. */
  role: Role | 'guest';
  /** The least scope of the token. */
  scope: Scope;
  /** Whether a deleted space may be named (else it is 404). */
  deleted?: true;
  /** Whether the caller must be a user. */
  personal?: true;
  /** Also for whom the URL names as `userId`, by `me` or the id. */
  orSelf?: true;
  /** Also for the owners of the team that the URL names. */
  orTeamOwner?: true;
  /** When the body names a collection as `parent`, the role on that collection is asked for instead. */
  inParent?: true;
}

export const RULES = {
  'account:read': { on: 'account', role: 'guest', scope: 'read' },
  'person:read': { on: 'person', role: 'guest', scope: 'read' },
  'person:write': { on: 'person', role: 'guest', scope: 'write' },
  'person:administer': { on: 'person', role: 'guest', scope: 'admin' },

  'organization:view': { on: 'organization', role: 'guest', scope: 'read' },
  /** For who belongs to the organization as a user: a service account is no member. */
  'organization:attend': { on: 'organization', role: 'guest', scope: 'read', personal: true },
  'organization:list-people': { on: 'organization', role: 'read', scope: 'read' },
  'organization:administer': { on: 'organization', role: 'admin', scope: 'admin' },
  'member:view': { on: 'organization', role: 'read', scope: 'read', orSelf: true },
  /** What a member was given is for administrators to see, and for the member. */
  'member:view-access': { on: 'organization', role: 'admin', scope: 'read', orSelf: true },
  'member:remove': { on: 'organization', role: 'admin', scope: 'admin', orSelf: true },
  /** Owners who are guests see the team that they manage. */
  'team:view': { on: 'organization', role: 'read', scope: 'read', orTeamOwner: true },
  'team:manage-members': { on: 'organization', role: 'admin', scope: 'admin', orTeamOwner: true },
  'organization:create-space': { on: 'organization', role: 'admin', scope: 'write', inParent: true },
  'organization:create-collection': { on: 'organization', role: 'admin', scope: 'write', inParent: true },

  'collection:view': { on: 'collection', role: 'read', scope: 'read' },
  /** Who may do what on it. */
  'collection:list-permissions': { on: 'collection', role: 'admin', scope: 'read' },
  'collection:share': { on: 'collection', role: 'admin', scope: 'admin' },
  'collection:administer': { on: 'collection', role: 'admin', scope: 'write' },

  'space:read': { on: 'space', role: 'read', scope: 'read' },
  /** Reading the space itself: also of a deleted one, by its administrators. */
  'space:view': { on: 'space', role: 'read', scope: 'read', deleted: true },
  'space:import': { on: 'space', role: 'create', scope: 'write' },
  'space:move': { on: 'space', role: 'create', scope: 'write' },
  'space:list-permissions': { on: 'space', role: 'admin', scope: 'read' },
  /** Who may do what on it is not for tokens that write content. */
  'space:share': { on: 'space', role: 'admin', scope: 'admin' },
  'space:administer': { on: 'space', role: 'admin', scope: 'write' },
  'space:restore': { on: 'space', role: 'admin', scope: 'write', deleted: true },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof RULES;
