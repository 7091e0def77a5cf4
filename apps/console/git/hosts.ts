import type { Schemas } from '@lectern/client/schema';
import { withoutEndSlashes } from '@lectern/std/address';

export type HostName = 'github' | 'gitlab' | 'gitea' | 'forgejo' | 'bitbucket' | 'other';

/** A kind of Git host: what it is called there, and how its addresses look. */
export interface Host {
  name: HostName;
  /** Its own name; undefined for any other host. */
  label: string | undefined;
  provider: Schemas['GitConnection']['provider'];
  /** An example of an address of a repository. */
  example: string;
  /** The public service, if there is one that everybody uses. */
  hostname: string | undefined;
  /** The user name that its access tokens need. */
  tokenUser: string;
  /** Where it publishes the fingerprints of its SSH keys. */
  fingerprints: string | undefined;
  /** Whether a deploy key can write. */
  keysCanWrite: boolean;
  /** The path of a repository’s settings for deploy keys and for webhooks, below its address. */
  paths: { keys: string; webhooks: string } | undefined;
}

export const HOSTS: readonly Host[] = [
  {
    name: 'github',
    label: 'GitHub',
    provider: 'github',
    example: 'https://github.com/acme/docs',
    hostname: 'github.com',
    tokenUser: 'x-access-token',
    fingerprints:
      'https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/githubs-ssh-key-fingerprints',
    keysCanWrite: true,
    paths: { keys: '/settings/keys/new', webhooks: '/settings/hooks/new' },
  },
  {
    name: 'gitlab',
    label: 'GitLab',
    provider: 'gitlab',
    example: 'https://gitlab.com/acme/docs',
    hostname: 'gitlab.com',
    tokenUser: 'oauth2',
    fingerprints: 'https://docs.gitlab.com/user/gitlab_com/#ssh-host-keys-fingerprints',
    keysCanWrite: true,
    paths: { keys: '/-/settings/repository', webhooks: '/-/hooks' },
  },
  {
    name: 'gitea',
    label: 'Gitea',
    provider: 'gitea',
    example: 'https://gitea.example.com/acme/docs',
    hostname: undefined,
    tokenUser: 'lectern',
    fingerprints: undefined,
    keysCanWrite: true,
    paths: { keys: '/settings/keys', webhooks: '/settings/hooks' },
  },
  {
    name: 'forgejo',
    label: 'Forgejo',
    provider: 'gitea',
    example: 'https://codeberg.org/acme/docs',
    hostname: 'codeberg.org',
    tokenUser: 'lectern',
    fingerprints: undefined,
    keysCanWrite: true,
    paths: { keys: '/settings/keys', webhooks: '/settings/hooks' },
  },
  {
    name: 'bitbucket',
    label: 'Bitbucket',
    provider: 'bitbucket',
    example: 'https://bitbucket.org/acme/docs',
    hostname: 'bitbucket.org',
    tokenUser: 'x-token-auth',
    fingerprints:
      'https://support.atlassian.com/bitbucket-cloud/docs/configure-ssh-and-two-step-verification/',
    // Access keys of Bitbucket can only read.
    keysCanWrite: false,
    paths: { keys: '/admin/access-keys/', webhooks: '/admin/webhooks' },
  },
  {
    name: 'other',
    label: undefined,
    provider: undefined,
    example: 'https://git.example.com/acme/docs.git',
    hostname: undefined,
    tokenUser: 'lectern',
    fingerprints: undefined,
    keysCanWrite: true,
    paths: undefined,
  },
];

export const hostNamed = (name: string): Host =>
  HOSTS.find((host) => host.name === name) ?? (HOSTS.at(-1) as Host);

/** The host of an address, if it is a public one. */
export const recognizeHost = (address: string): Host | undefined => {
  const { hostname } = parseAddress(address) ?? {};
  return hostname === undefined ? undefined : HOSTS.find((host) => host.hostname === hostname);
};

/** The kind of the host of a connection. */
export const hostOf = ({ url, provider }: Pick<Schemas['GitConnection'], 'url' | 'provider'>): Host =>
  recognizeHost(url) ??
  HOSTS.find((host) => host.provider === provider && provider !== undefined) ??
  hostNamed('other');

interface Address {
  hostname: string;
  /** With a port, if there is one. */
  host: string;
  path: string;
  isSsh: boolean;
}

const SCP = /^(?:[^@\s/]+@)?([\w-]+(?:\.[\w-]+)+|localhost):(?!\/\/)(\/?[^\s]+)$/;
const URL_FORM = /^(https?|ssh):\/\/(?:[^@\s/]*@)?([^/\s]+)\/([^\s]+)$/i;

/** Reads the address of a repository as people copy it from their host. */
export function parseAddress(text: string): Address | undefined {
  const address = withoutEndSlashes(text.trim());
  const [, scheme, host, rest] = URL_FORM.exec(address) ?? [];
  if (scheme !== undefined && host !== undefined && rest !== undefined)
    return {
      hostname: host.replace(/:\d+$/, '').toLowerCase(),
      host,
      path: rest,
      isSsh: /^ssh$/i.test(scheme),
    };
  const [, name, path] = SCP.exec(address) ?? [];
  if (name === undefined || path === undefined) return undefined;
  return { hostname: name.toLowerCase(), host: name, path: path.replace(/^\//, ''), isSsh: true };
}

const withSuffix = (path: string): string => (path.endsWith('.git') ? path : `${path}.git`);

/** The address over SSH, at which deploy keys sign in. */
export function toSsh(text: string): string {
  const address = parseAddress(text);
  if (!address || address.isSsh) return text.trim();
  return `git@${address.hostname}:${withSuffix(address.path)}`;
}

/** The address over https, at which tokens sign in. Other ports of SSH are not those of the website. */
export function toHttps(text: string): string {
  const address = parseAddress(text);
  if (!address?.isSsh) return text.trim();
  return `https://${address.hostname}/${withSuffix(address.path)}`;
}

/** The page of the repository in a browser. */
export function webAddress(text: string): string | undefined {
  const address = parseAddress(text);
  if (!address) return undefined;
  const host = address.isSsh ? address.hostname : address.host;
  return `https://${host}/${address.path.replace(/\.git$/, '')}`;
}

/** Where its host links to files and commits. */
export function linksOf(
  host: Host,
  text: string,
  branch: string,
): { repoTreeURL?: string; repoCommitURL?: string; repoWebURL?: string } {
  const web = webAddress(text);
  if (web === undefined || host.name === 'other') return {};
  const paths = {
    github: { tree: `/blob/${branch}/`, commit: '/commit/' },
    gitlab: { tree: `/-/blob/${branch}/`, commit: '/-/commit/' },
    gitea: { tree: `/src/branch/${branch}/`, commit: '/commit/' },
    forgejo: { tree: `/src/branch/${branch}/`, commit: '/commit/' },
    bitbucket: { tree: `/src/${branch}/`, commit: '/commits/' },
  }[host.name];
  return { repoWebURL: web, repoTreeURL: web + paths.tree, repoCommitURL: web + paths.commit };
}
