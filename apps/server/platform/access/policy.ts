import type { Scope } from './actor.ts';
import type { Role } from './roles.ts';

/**
 * The rulebook. Every route names one of these actions, or 'public'. The `on` of an action says which resource the URL
 * must name; that resource is loaded within its parents before the rule is checked.
 */
export interface Rule {
  /**
   * `account`: the caller alone; `person`: the caller, who must be a user; `instance`: the caller, who must be an
   * instance administrator; else the resource in the URL.
   */
  on: 'account' | 'person' | 'instance' | 'organization' | 'space' | 'collection' | 'site';
  /** The least role on the resource. 'guest': anyone who belongs to the organization. */
  role: Role | 'guest';
  /** The least scope of the token. */
  scope: Scope;
  /** Whether the URL may name a deleted space (otherwise a 404). */
  deleted?: true;
  /** Whether the caller must be a user. */
  personal?: true;
  /** Also for whom the URL names as `userId`, by `me` or the id. */
  orSelf?: true;
  /** Also for the owners of the team that the URL names. */
  orTeamOwner?: true;
  /** If the body names a collection as `parent`, the role on that collection is required instead. */
  inParent?: true;
}

export const RULES = {
  'account:read': { on: 'account', role: 'guest', scope: 'read' },
  /** For objects that the URL names without their organization: the handler checks the role. */
  'account:write': { on: 'account', role: 'guest', scope: 'write' },
  'person:read': { on: 'person', role: 'guest', scope: 'read' },
  'person:write': { on: 'person', role: 'guest', scope: 'write' },
  'person:administer': { on: 'person', role: 'guest', scope: 'admin' },

  /** The whole instance: its users, organizations, jobs and settings, but no content. */
  'instance:administer': { on: 'instance', role: 'guest', scope: 'admin' },

  'organization:view': { on: 'organization', role: 'guest', scope: 'read' },
  /** For users of the organization: a service account is not a member. */
  'organization:attend': { on: 'organization', role: 'guest', scope: 'read', personal: true },
  'organization:list-people': { on: 'organization', role: 'read', scope: 'read' },
  'organization:administer': { on: 'organization', role: 'admin', scope: 'admin' },
  'member:view': { on: 'organization', role: 'read', scope: 'read', orSelf: true },
  'member:remove': { on: 'organization', role: 'admin', scope: 'admin', orSelf: true },
  /** Owners who are guests see the team that they manage. */
  'team:view': { on: 'organization', role: 'read', scope: 'read', orTeamOwner: true },
  'team:manage-members': { on: 'organization', role: 'admin', scope: 'admin', orTeamOwner: true },
  'organization:create-space': { on: 'organization', role: 'admin', scope: 'write', inParent: true },
  'organization:create-collection': { on: 'organization', role: 'admin', scope: 'write', inParent: true },

  /** Imports into the organization, or a collection or space that the body names: the handler asks for the role there. */
  'organization:import': { on: 'organization', role: 'guest', scope: 'write' },

  /** Conversations of users, their issues and clusters. */
  'organization:read-conversations': { on: 'organization', role: 'edit', scope: 'read' },
  'organization:write-conversations': { on: 'organization', role: 'create', scope: 'write' },

  'organization:read-openapi': { on: 'organization', role: 'read', scope: 'read' },
  /** Change requests about specs, in a space that the body names: the handler asks for the role there. */
  'organization:draft-from-openapi': { on: 'organization', role: 'read', scope: 'write' },
  'organization:edit-openapi': { on: 'organization', role: 'create', scope: 'write' },
  /** Which spaces are translated, and the glossary. */
  'organization:read-translations': { on: 'organization', role: 'read', scope: 'read' },
  /** The cost of a run, for people who may start one. */
  'organization:estimate-translations': { on: 'organization', role: 'create', scope: 'read' },
  'organization:write-translations': { on: 'organization', role: 'create', scope: 'write' },

  'organization:create-site': { on: 'organization', role: 'admin', scope: 'write' },

  /** The site, its structure and its settings, without what is secret. */
  'site:read': { on: 'site', role: 'read', scope: 'read' },
  /** Events of readers. */
  'site:read-insights': { on: 'site', role: 'edit', scope: 'read' },
  /** Mails about what readers did: a service account gets none. */
  'site:read-own-mail': { on: 'site', role: 'edit', scope: 'read', personal: true },
  'site:follow-insights': { on: 'site', role: 'edit', scope: 'write', personal: true },
  /** Share links: anyone with a link can read the site. */
  'site:read-share-links': { on: 'site', role: 'create', scope: 'write' },
  /** Sections, site spaces, redirects, customization. */
  'site:edit': { on: 'site', role: 'create', scope: 'write' },
  /** Settings, publishing, deletion. */
  'site:administer': { on: 'site', role: 'admin', scope: 'write' },
  /** The key that signs visitors in. */
  'site:manage-keys': { on: 'site', role: 'admin', scope: 'admin' },
  'site:list-permissions': { on: 'site', role: 'admin', scope: 'read' },
  'site:share': { on: 'site', role: 'admin', scope: 'admin' },

  'collection:view': { on: 'collection', role: 'read', scope: 'read' },
  /** Access to the collection. */
  'collection:list-permissions': { on: 'collection', role: 'admin', scope: 'read' },
  'collection:share': { on: 'collection', role: 'admin', scope: 'admin' },
  'collection:administer': { on: 'collection', role: 'admin', scope: 'write' },

  'space:read': { on: 'space', role: 'read', scope: 'read' },
  /** Reading the space itself: also of a deleted one, by its administrators. */
  'space:view': { on: 'space', role: 'read', scope: 'read', deleted: true },
  /** What only the caller is told: a service account has seen nothing. */
  'space:mark-seen': { on: 'space', role: 'read', scope: 'write', personal: true },
  'space:comment': { on: 'space', role: 'comment', scope: 'write' },
  /** Texts of others that are not saved yet. */
  'space:read-unsaved': { on: 'space', role: 'edit', scope: 'read' },
  /** Change requests, and live edits. */
  'space:edit': { on: 'space', role: 'edit', scope: 'write' },
  /** Reviews and merges. */
  'space:review': { on: 'space', role: 'review', scope: 'write' },
  /** A merge at a later time, in the name of a user. */
  'space:schedule-merge': { on: 'space', role: 'review', scope: 'write', personal: true },
  /** Showing content to people without an account, as the user would show it to them. */
  'space:share-preview': { on: 'space', role: 'edit', scope: 'write', personal: true },
  'space:import': { on: 'space', role: 'create', scope: 'write' },
  'space:move': { on: 'space', role: 'create', scope: 'write' },
  'space:list-permissions': { on: 'space', role: 'admin', scope: 'read' },
  /** A token that may write content must not be able to change access. */
  'space:share': { on: 'space', role: 'admin', scope: 'admin' },
  /** A connection holds credentials, and what it is connected to reads and writes all content. */
  'space:connect': { on: 'space', role: 'admin', scope: 'admin' },
  'space:administer': { on: 'space', role: 'admin', scope: 'write' },
  'space:restore': { on: 'space', role: 'admin', scope: 'write', deleted: true },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof RULES;
