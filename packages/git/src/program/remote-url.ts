import { parseAddress } from '@lectern/std/address';
import { decodeComponent } from '@lectern/std/decode-component';
import { parseUrl } from '@lectern/std/parse-url';
import { GitError } from './git-error.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** A repository's address, with what must not be shown taken out of it. */
export interface RemoteUrl {
  /** Normalized http(s) or ssh URL without credentials; safe to show, store and hand to git. */
  url: string;
  isSsh: boolean;
  hostname: string;
  credentials: Credentials | undefined;
}

const invalidUrl = (message: string): GitError => new GitError('invalid-url', message);
/** `git@host:path`, as hosts show it. Its path is relative to the root, as in the URL that it becomes. */
const SCP_LIKE = /^([^/:@\s]+)@([^/:\s]+):(?!\/\/)(.+)$/;
const SSH_USER = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const SSH_HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9a-fA-F:.]{2,45}\])$/;
const SSH_PATH = /^\/[^'"\\?#`$]+$/;

/**
 * Takes a repository's URL apart.
 * @throws GitError `invalid-url`, without quoting the URL, which may hold credentials
 */
export function parseRemoteUrl(text: string): RemoteUrl {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f]/.test(text)) {
    throw invalidUrl('The repository URL must not contain spaces or control characters.');
  }
  const [, user, host, path = ''] = SCP_LIKE.exec(text) ?? [];
  if (user !== undefined) return parseSshUrl(`ssh://${user}@${host}/${path.replace(/^\/+/, '')}`);
  if (/^(git\+)?ssh:\/\//i.test(text)) return parseSshUrl(text);
  // A password may have any sign.
  const address = parseAddress(text.replace(/^(https?:\/\/)[^/?#]*@/i, '$1'));
  const parsed = parseUrl(text);
  if (!address || !/^https?:$/.test(address.protocol) || !parsed)
    throw invalidUrl('The repository URL must be a full https://, http:// or ssh:// address.');
  if (parsed.search !== '' || parsed.hash !== '') {
    throw invalidUrl('The repository URL must not contain “?” or “#”.');
  }
  const hasCredentials = parsed.username !== '' || parsed.password !== '';
  const credentials = hasCredentials
    ? { username: decodeComponent(parsed.username), password: decodeComponent(parsed.password) }
    : undefined;
  if (credentials) assertWritable(credentials);
  parsed.username = '';
  parsed.password = '';
  const url = parsed.href.replace(/(?<!\/)\/+$/, '');
  return { url, hostname: parsed.hostname, isSsh: false, credentials };
}

/** The address with the credentials that are stored apart from its URL. */
export function remoteOf(url: string, credentials: Credentials | undefined): RemoteUrl {
  const remote = parseRemoteUrl(url);
  if (!credentials) return remote;
  assertWritable(credentials);
  return { ...remote, credentials };
}

function assertWritable({ username, password }: Credentials): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u001f\u007f]/.test(username + password))
    throw invalidUrl('The credentials in the repository URL must not contain control characters.');
}

/** Its parts become arguments of ssh, so nothing is let through that a shell or an option parser could misread. */
function parseSshUrl(text: string): RemoteUrl {
  const [, authority = '', path = ''] = /^(?:git\+)?ssh:\/\/([^/]*)(\/.*)?$/i.exec(text) ?? [];
  const [, user = 'git', host = '', port = '22'] =
    /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@]*)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  if (user.includes(':'))
    throw invalidUrl('The URL must not contain a password: sign in over SSH with a private key.');
  const isUsable = SSH_USER.test(user) && SSH_HOST.test(host) && SSH_PATH.test(path);
  if (!isUsable || Number(port) < 1 || Number(port) > 65_535)
    throw invalidUrl('The SSH URL must have the form ssh://git@host/path or git@host:path.');
  const hostname = host.toLowerCase();
  const place = Number(port) === 22 ? hostname : `${hostname}:${Number(port)}`;
  const url = `ssh://${user}@${place}${path.replace(/(?<!\/)\/+$/, '')}`;
  return { url, hostname, isSsh: true, credentials: undefined };
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'ssh:': 22 };

export const isSshUrl = (url: string): boolean => url.startsWith('ssh://');

/** The port of a normalized URL. */
export function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === '' ? (DEFAULT_PORTS[protocol] ?? 443) : Number(port);
}

/** The value of the `Authorization` header. */
export const basicAuthorization = ({ username, password }: Credentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;

/** Blots credentials, in every form they take on the way, out of a text of another program. */
export function redactCredentials(text: string, credentials: Credentials | undefined): string {
  const withoutUserInfo = text.replace(/(https?:\/\/)[^/@\s]*@/gi, '$1');
  if (!credentials) return withoutUserInfo;
  const secrets = [
    basicAuthorization(credentials).slice('Basic '.length),
    credentials.password,
    encodeURIComponent(credentials.password),
    // Hosts take a token as the user name with an empty or fixed password.
    credentials.username.length >= 8 ? credentials.username : '',
  ].filter((secret) => secret !== '');
  return secrets.reduce((redacted, secret) => redacted.replaceAll(secret, '…'), withoutUserInfo);
}
