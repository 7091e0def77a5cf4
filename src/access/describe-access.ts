import { type Action, RULES, type Rule } from './policy.ts';

/** Says in words what a route's access asks for; undefined: nothing. */
export function describeAccess(access: Action | 'public' | undefined): string | undefined {
  return access === undefined || access === 'public' ? undefined : describeRule(RULES[access]);
}

function describeRule({ on, role, scope, personal, inParent, orSelf, orTeamOwner }: Rule): string {
  const token = `a token with the scope \`${scope}\``;
  if (on === 'account') return `Needs ${token}.`;
  if (on === 'person') return `Needs ${token} of a user, not of a service account.`;
  if (role === 'guest')
    return `Needs ${token} of anyone in the ${on}${personal ? ', not of a service account' : ''}.`;
  const where = `${on === 'organization' ? 'in' : 'on'} the ${on}`;
  const parent = inParent ? ', or on the collection that `parent` names,' : '';
  const others = orSelf
    ? ' Who is the user named needs no role.'
    : orTeamOwner
      ? ' Who owns the team needs no role.'
      : '';
  return `Needs the role \`${role}\` ${where}${parent} and ${token}.${others}`;
}
