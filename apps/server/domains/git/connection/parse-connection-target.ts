import { GitError } from '@lectern/git/program/git-error';
import type { GitNetwork } from '@lectern/git/program/git-network';
import { parseGitRef, parseRepositoryDirectory } from '@lectern/git/program/git-ref';
import { findOfferedHostKey, formatHostKey, type OfferedHostKey } from '@lectern/git/program/host-key';
import { parseRemoteUrl, type RemoteUrl } from '@lectern/git/program/remote-url';
import { openPrivateKey, parseHostKeys } from '@lectern/git/program/ssh-access';
import type { Static } from 'typebox';
import { defineError, invalidField } from '../../../platform/http/errors.ts';
import { parseField } from '../parse-field.ts';
import type { ConnectionRow } from './connection.repository.ts';
import type { PutGitConnectionBody } from './connection.schemas.ts';
import type { ConnectionCredentials } from './credentials.ts';

/** A connection as it was asked for, with its deploy key opened. */
export type ConnectionBody = Omit<Static<typeof PutGitConnectionBody>, 'credentials'> & {
  credentials?: ConnectionCredentials | null;
};

/** The repository, branch and directory of a connection, and how to sign in there. */
export interface ConnectionTarget {
  remote: RemoteUrl;
  ref: string;
  projectDirectory: string;
  /** Undefined if the stored credentials are kept. */
  credentials: ConnectionCredentials | null | undefined;
  /** Lines of `known_hosts`; null for a host that is not reached over SSH. */
  knownHosts: string | null;
}

export const hostKeyUnknown = defineError(
  { status: 409, reason: 'git-host-key-unknown' },
  (hostname: string, { line, fingerprint }: OfferedHostKey) => ({
    message: `No SSH host key of ${hostname} is pinned. It offers the key ${fingerprint}. Compare the fingerprint with the one that the host publishes, then set knownHosts to the line in details.`,
    details: [{ path: 'knownHosts', message: line }],
  }),
);

/** Checks the place. Contacts the host only over SSH and if no host key is pinned, to name the key in the error. */
export async function parseConnectionTarget(
  body: ConnectionBody,
  { before, network }: { before: ConnectionRow | undefined; network: GitNetwork },
): Promise<ConnectionTarget> {
  const remote = parseField('url', () => parseRemoteUrl(body.url));
  if (remote.credentials && body.credentials)
    throw invalidField('credentials', 'must be omitted if the URL contains credentials');
  const ref = parseField('ref', () => parseGitRef(body.ref));
  if (ref.kind !== 'branch') throw invalidField('ref', 'must have the form refs/heads/<branch>');
  const projectDirectory = parseField('repoProjectDirectory', () =>
    parseRepositoryDirectory(body.repoProjectDirectory ?? ''),
  );
  const place = { remote, ref: ref.text, projectDirectory };
  const stored = before && isSameHost(before, remote) ? before : undefined;
  if (remote.isSsh) return { ...place, ...(await parseSshAccess(body, { remote, stored, network })) };
  if (body.credentials && 'privateKey' in body.credentials)
    throw invalidField(
      'credentials',
      'must be a user name and a password, because the URL is not an SSH URL',
    );
  return { ...place, credentials: remote.credentials ?? body.credentials, knownHosts: null };
}

/** Credentials and keys of one host are never sent to another one. */
export const isSameHost = (before: ConnectionRow, { url }: RemoteUrl): boolean =>
  new URL(before.url).host === new URL(url).host && before.url.startsWith('ssh:') === url.startsWith('ssh:');

interface SshTarget {
  remote: RemoteUrl;
  /** The connection to the same host. */
  stored: ConnectionRow | undefined;
  network: GitNetwork;
}

async function parseSshAccess(
  { credentials, knownHosts }: ConnectionBody,
  { remote, stored, network }: SshTarget,
): Promise<Pick<ConnectionTarget, 'credentials' | 'knownHosts'>> {
  const hasKey = credentials === undefined ? Boolean(stored?.credentials) : isKey(credentials);
  if (!hasKey) throw invalidField('credentials', 'must be a private key, because the URL is an SSH URL');
  const pinned = knownHosts === undefined ? (stored?.known_hosts ?? '') : (knownHosts ?? '');
  const keys = parseField('knownHosts', () => parseHostKeys(pinned));
  if (keys.length === 0) throw hostKeyUnknown(remote.hostname, await askForHostKey(remote, network));
  const lines = keys.map((key) => `${formatHostKey(remote.url, key)}\n`).join('');
  return { credentials: isKey(credentials) ? await openKey(credentials) : undefined, knownHosts: lines };
}

type KeyBody = Extract<ConnectionCredentials, { privateKey: string }>;

const isKey = (credentials: ConnectionCredentials | null | undefined): credentials is KeyBody =>
  credentials !== null && credentials !== undefined && 'privateKey' in credentials;

async function openKey({ privateKey, passphrase }: KeyBody): Promise<KeyBody> {
  try {
    return { privateKey: await openPrivateKey(privateKey, passphrase) };
  } catch (error) {
    return parseField('credentials.privateKey', () => {
      throw error;
    });
  }
}

async function askForHostKey(remote: RemoteUrl, network: GitNetwork): Promise<OfferedHostKey> {
  try {
    return await findOfferedHostKey(remote.url, network);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw invalidField('url', `cannot be reached: ${error.message.replace(/\.$/, '')}`);
  }
}
