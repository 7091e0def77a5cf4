/** The addresses below `/app`, as links in a page and as redirect targets. */
export interface Addresses {
  /** Without a trailing slash; empty unless the base URL has a path. */
  prefix: string;
  origin: string;
  /** Turns a path of this service into an absolute address. */
  absolute(path: string): string;
  home(): string;
  signIn(): string;
  /** The second step, for users with a second factor. */
  signInCode(): string;
  /** The form of an LDAP directory, by its name. */
  directory(name: string): string;
  /** The second step there. */
  directoryCode(name: string): string;
  singleSignOn(): string;
  forgotPassword(): string;
  resetPassword(ticket: string): string;
  confirmEmail(ticket: string): string;
  invitation(ticket: string): string;
  /** The page on which people unsubscribe from one kind of mail. */
  unsubscribe(ticket: string): string;
  /** The page of an invite link. */
  join(link: { organizationId: string; inviteId: string }): string;
  signOut(): string;
  styles(): string;
  /** The script that signs in with passkeys. */
  passkeyScript(): string;
  icon(): string;
  /** A file that the console loads. */
  consoleFile(name: string): string;
  /** How the user signs in. */
  accountSecurity(): string;
  account(): string;
}

export function createAddresses(baseUrl: string): Addresses {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/(?<!\/)\/+$/, '');
  const below = (...segments: string[]): string =>
    [`${prefix}/app`, ...segments.map(encodeURIComponent)].join('/');
  return {
    prefix,
    origin,
    absolute: (path) => `${origin}${prefix}${path}`,
    home: () => below(),
    signIn: () => below('sign-in'),
    signInCode: () => below('sign-in', 'code'),
    directory: (name) => below('sign-in', 'directory', name),
    directoryCode: (name) => below('sign-in', 'directory', name, 'code'),
    singleSignOn: () => below('sign-in', 'sso'),
    forgotPassword: () => below('forgot-password'),
    resetPassword: (ticket) => below('reset-password', ticket),
    confirmEmail: (ticket) => below('confirm-email', ticket),
    unsubscribe: (ticket) => below('unsubscribe', ticket),
    invitation: (ticket) => below('invitation', ticket),
    join: ({ organizationId, inviteId }) => below('join', organizationId, inviteId),
    signOut: () => below('sign-out'),
    styles: () => below('styles.css'),
    passkeyScript: () => below('passkeys.js'),
    icon: () => below('icon.svg'),
    consoleFile: (name) => below('assets', name),
    account: () => below('account'),
    accountSecurity: () => below('account', 'security'),
  };
}
