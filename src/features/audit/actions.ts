/**
 * The actions that the audit records, with their labels in lists. An action name is stable: it is stored, and filters
 * use it.
 */
export const AUDIT_ACTIONS = {
  'organization.created': 'Organization created',
  'organization.updated': 'Organization settings changed',
  'organization.deleted': 'Organization deleted',
  'organization.restored': 'Organization restored',
  'organization.domain-verified': 'Email domain verified',
  'organization.domain-lost': 'Email domain verification lost',
  'member.invited': 'Member invited',
  'member.accepted': 'Invitation accepted',
  'member.joined': 'Member joined',
  'member.updated': 'Member changed',
  'member.removed': 'Member removed',
  'invite.created': 'Invite link created',
  'invite.updated': 'Invite link changed',
  'invite.deleted': 'Invite link deleted',
  'team.created': 'Team created',
  'team.updated': 'Team changed',
  'team.deleted': 'Team deleted',
  'team-member.added': 'Team member added',
  'team-member.updated': 'Team member changed',
  'team-member.removed': 'Team member removed',
  'permission.granted': 'Permission granted',
  'permission.updated': 'Permission changed',
  'permission.removed': 'Permission removed',
  'permission.default-changed': 'Default level changed',
  'saml-provider.created': 'SAML provider created',
  'saml-provider.updated': 'SAML provider changed',
  'saml-provider.deleted': 'SAML provider deleted',
  'session.opened': 'Signed in with single sign-on',
  'token.created': 'Token created',
  'token.updated': 'Token changed',
  'token.revoked': 'Token revoked',
  'user.updated': 'Account changed',
  'user.deleted': 'User deleted',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
