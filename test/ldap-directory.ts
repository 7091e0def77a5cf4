import type { LdapDirectory } from '../apps/server/platform/config.ts';

/** A directory of the settings, at a port of this machine and without encryption. */
export const directoryAt = (port: number, changes: Partial<LdapDirectory> = {}): LdapDirectory => ({
  name: 'main',
  label: 'Company',
  url: `ldap://127.0.0.1:${port}`,
  encryption: 'none',
  ca: undefined,
  bind: { dn: 'cn=reader', password: 'of the reader' },
  userDn: undefined,
  base: 'dc=company,dc=example',
  filter: '(|(uid={user})(mail={user}))',
  idAttribute: 'entryUUID',
  emailAttribute: 'mail',
  nameAttribute: 'cn',
  groupSearch: undefined,
  groups: [],
  emailDomains: [],
  signUp: true,
  timeoutSeconds: 5,
  checkMinutes: 15,
  ...changes,
});
