import { GitError } from './git-error.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** A repository's address, with what must not be shown taken out of it. */
export interface RemoteUrl {
  /** Normalized http(s) URL without credentials; safe to show, store and hand to git. */
  url: string;
  hostname: string;
  credentials: Credentials | undefined;
}

const invalidUrl = (message: string): GitError => new GitError('invalid-url', message);
const SCP_LIKE = /^[^/:@\s]+@[^/:\s]+:/;

/**
 * Takes a repository's URL apart.
 * @throws GitError `invalid-url`, without quoting the URL, which may hold credentials
 */
export function parseRemoteUrl(text: string): RemoteUrl {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0020\u007f]/.test(text)) {
    throw invalidUrl('The repository URL must not contain spaces or control characters.');
  }
  if (SCP_LIKE.test(text) || /^(ssh|git\+ssh):/i.test(text)) {
    throw invalidUrl(
      'Repositories are read over https, not SSH: use the https:// form of the repository URL.',
    );
  }
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    throw invalidUrl('The repository URL must be a full http:// or https:// address.');
  }
  const parsed = new URL(text);
  if (parsed.search !== '' || parsed.hash !== '') {
    throw invalidUrl('The repository URL must not contain “?” or “#”.');
  }
  const hasCredentials = parsed.username !== '' || parsed.password !== '';
  const credentials = hasCredentials
    ? { username: decode(parsed.username), password: decode(parsed.password) }
    : undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (credentials && /[\u0000-\u001f\u007f]/.test(credentials.username + credentials.password)) {
    throw invalidUrl('The credentials in the repository URL must not contain control characters.');
  }
  parsed.username = '';
  parsed.password = '';
  return { url: parsed.href.replace(/(?<!\/)\/+$/, ''), hostname: parsed.hostname, credentials };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
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
