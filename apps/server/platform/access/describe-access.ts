import { type Action, RULES, type Rule } from './policy.ts';

/** Describes in words what a route's access requires; undefined if it requires nothing. */
export function describeAccess(access: Action | 'public' | undefined): string | undefined {
  return access === undefined || access === 'public' ? undefined : describeRule(RULES[access]);
}

function describeRule({ on, role, scope, personal, inParent, orSelf, orTeamOwner }: Rule): string {
  const token = `a token with the scope \`${scope}\``;
  if (on === 'account') return `Requires ${token}.`;
  if (on === 'person') return `Requires ${token} that belongs to a user; service accounts are refused.`;
  if (on === 'instance') return `Requires an instance administrator and ${token}.`;
  if (role === 'guest')
    return `Requires ${token} and access to the ${on}.${personal ? ' Service accounts are refused.' : ''}`;
  const where = `${on === 'organization' ? 'in' : 'on'} the ${on}`;
  const parent = inParent ? ' or on the collection in `parent`' : '';
  const others = orSelf
    ? ' Users need no role to access their own membership.'
    : orTeamOwner
      ? ' Owners of the team need no role.'
      : '';
  return `Requires the role \`${role}\` ${where}${parent} and ${token}.${others}`;
}
