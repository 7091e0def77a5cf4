import { NetworkError } from '@lectern/std/network-error';
import { GitError, type GitErrorCode } from './git-error.ts';
import type { GitNetwork, GitResponse } from './git-network.ts';
import { basicAuthorization, type Credentials, type RemoteUrl } from './remote-url.ts';
import type { SshAccess } from './ssh-access.ts';

/** A repository that responded, at its final address. */
export interface ReachableRemote {
  url: string;
  hostname: string;
  /** Absent when a redirect led to another host. */
  credentials: Credentials | undefined;
  /** For a repository over SSH. */
  ssh?: SshAccess | undefined;
  objectFormat: 'sha1' | 'sha256';
  /** Whether it speaks protocol 2 over HTTP, with its command that lists refs. */
  listsRefs?: boolean;
}

const SERVICE = '/info/refs?service=git-upload-pack';
const ADVERTISEMENT = 'application/x-git-upload-pack-advertisement';
const CAPABILITY_BYTES = 16 * 1024;

/**
 * Requests the repository as git would, so that we follow redirects ourselves and report the usual failures by their
 * HTTP status instead of git's wording.
 * @throws GitError
 */
export async function findRemote(
  remote: RemoteUrl,
  options: {
    network: GitNetwork;
    answerMs: number;
    signal?: AbortSignal | undefined;
    ssh?: SshAccess | undefined;
  },
): Promise<ReachableRemote> {
  if (remote.isSsh) return requireSshAccess(remote, options.ssh);
  const { credentials } = remote;
  let response: GitResponse;
  try {
    response = await options.network.fetch(`${remote.url}${SERVICE}`, {
      headers: {
        accept: `${ADVERTISEMENT}, */*`,
        // Hosts serve browsers and git differently under one address.
        'user-agent': 'git/2.39 (lectern)',
        'git-protocol': 'version=2',
        ...(credentials ? { authorization: basicAuthorization(credentials) } : {}),
      },
      maxBytes: CAPABILITY_BYTES,
      truncate: true,
      timeoutMs: options.answerMs,
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    throw error.code === 'timeout' ? noResponse(error, options.answerMs) : describeNetworkError(error);
  }
  const sentCredentials = response.hasLeftOrigin ? undefined : credentials;
  if (response.status !== 200) throw describeStatus(response, credentials, sentCredentials);
  const { href, hostname } = response.url;
  if (!href.endsWith(SERVICE) || !response.headers['content-type']?.startsWith(ADVERTISEMENT)) {
    throw new GitError(
      'not-a-repository',
      `${hostname} does not serve a Git repository at this URL (over the smart HTTP protocol). Check the URL.`,
    );
  }
  return {
    url: href.slice(0, -SERVICE.length),
    hostname,
    credentials: sentCredentials,
    objectFormat: response.body.includes('object-format=sha256') ? 'sha256' : 'sha1',
    listsRefs: response.body.includes('version 2\n') && response.body.includes('ls-refs'),
  };
}

/** No request is made before a connection over SSH: ssh does not follow redirects, and reports its own errors. */
function requireSshAccess({ url, hostname }: RemoteUrl, ssh: SshAccess | undefined): ReachableRemote {
  if (!ssh)
    throw new GitError(
      'authentication-needed',
      `${hostname} is reached over SSH, which needs a private key. Connect the space to the repository with a key.`,
    );
  return { url, hostname, credentials: undefined, ssh, objectFormat: 'sha1' };
}

const noResponse = (error: NetworkError, answerMs: number): GitError =>
  new GitError(
    'no-answer',
    `${error.message} The limit is ${Math.ceil(answerMs / 1000)} s. Check the URL, or try again later.`,
    { cause: error },
  );

const SAME_CODE: ReadonlySet<string> = new Set<GitErrorCode>([
  'unknown-host',
  'refused-address',
  'untrusted-certificate',
  'timeout',
  'aborted',
]);

/** The same failure, as one of Git's. */
export function describeNetworkError(error: NetworkError): GitError {
  const code = SAME_CODE.has(error.code) ? (error.code as GitErrorCode) : 'unreachable';
  return new GitError(code, error.message, { cause: error });
}

function describeStatus(
  { status, url: { hostname } }: GitResponse,
  given: Credentials | undefined,
  sent: Credentials | undefined,
): GitError {
  if ((status === 401 || status === 403) && given && !sent) {
    return new GitError(
      'authentication-failed',
      `The repository has moved to ${hostname}, where its credentials were not sent. Use its new URL.`,
    );
  }
  if (status === 401 && !given) {
    return new GitError(
      'authentication-needed',
      `${hostname} requires credentials, or the repository does not exist. For a private repository, put a user name and an access token into the URL.`,
    );
  }
  if (status === 401 || status === 403) {
    return new GitError(
      'authentication-failed',
      `${hostname} refused access to the repository. Check the user name and the access token in the URL, and the permissions of the token.`,
    );
  }
  if (status === 404 || status === 410) {
    return new GitError(
      'repository-not-found',
      `${hostname} has no repository at this URL${given ? ' that these credentials can see' : ', or it is private'}. Check the URL.`,
    );
  }
  return new GitError('unreachable', `${hostname} returned status ${status}. Try again later.`);
}
