import { cutText } from '@lectern/std/cut-text';
import { NetworkError } from '@lectern/std/network-error';
import { GitError } from './git-error.ts';
import { type GitOutcome, runGit } from './git-process.ts';
import { branchNameOf, isObjectId, parseGitRef } from './git-ref.ts';
import { describeNetworkError } from './preflight.ts';
import { openTunnel, type RemoteAccess, remoteEnvironment } from './remote-fetch.ts';
import { redactCredentials } from './remote-url.ts';
import { describeSshFailure } from './ssh-failure.ts';

export interface PushOptions extends RemoteAccess {
  /** The commit to push; undefined deletes the branch. */
  oid: string | undefined;
  /** `refs/heads/…` */
  ref: string;
  /** The commit that a branch to be deleted must still be at. */
  expectedOid?: string;
  /** Only asks whether the host accepts pushes. */
  isTrial?: boolean;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** The message of a host that refuses a push is cut to this length. */
const MAX_HOST_MESSAGE_LENGTH = 500;

/**
 * Pushes a commit to a branch. Never overwrites: `moved` if the branch has commits that the pushed one does not follow.
 * @throws GitError `push-rejected` with the host's own message, or the code of another reason why the push failed
 */
export async function pushCommit(options: PushOptions): Promise<'pushed' | 'moved'> {
  const { oid, ref, remote, expectedOid, isTrial = false } = options;
  parseGitRef(ref);
  if (oid !== undefined && !isObjectId(oid)) throw new GitError('invalid-ref', 'A full commit id is needed.');
  const lease = expectedOid === undefined ? [] : [`--force-with-lease=${ref}:${expectedOid}`];
  const tunnel = await openTunnel(options, () => {});
  try {
    const pushed = await runGit({
      args: [
        'push',
        '--porcelain',
        '--no-verify',
        ...(isTrial ? ['--dry-run'] : []),
        ...lease,
        '--end-of-options',
        remote.url,
        `${oid ?? ''}:${ref}`,
      ],
      environment: remoteEnvironment(options.gitDirectory, remote, tunnel),
      timeoutMs: options.timeoutMs,
      signal: options.signal,
    });
    if (pushed.exitCode === 0) return 'pushed';
    const failure = tunnel.failure();
    if (failure instanceof NetworkError) throw describeNetworkError(failure);
    if (isMoved(pushed)) return 'moved';
    // A host that accepts the connection explains a refusal itself.
    const isRefused = rejectionOf(pushed) !== undefined || !options.remote.ssh;
    const sshFailure = isRefused
      ? undefined
      : describeSshFailure(pushed.errorOutput, options.remote.hostname);
    throw sshFailure ?? describeRejection(pushed, options);
  } finally {
    await tunnel.close();
  }
}

/** The line of a refused ref begins with “!”. */
const rejectionOf = ({ output }: GitOutcome): string | undefined =>
  output
    .toString('utf8')
    .split('\n')
    .find((line) => line.startsWith('!'))
    ?.split('\t')[2];

function isMoved(outcome: GitOutcome): boolean {
  const rejection = rejectionOf(outcome);
  if (rejection === undefined) return false;
  if (/^\[rejected\]/.test(rejection)) return true;
  // Another push updated the branch first.
  return /cannot lock ref|failed to (?:update|lock) ref|incorrect old value|reference already exists/i.test(
    rejection,
  );
}

function describeRejection(outcome: GitOutcome, { remote, ref }: PushOptions): GitError {
  const { hostname, credentials } = remote;
  const said = outcome.errorOutput
    .split(/[\r\n]+/)
    .flatMap((line) => /^remote:\s*(\S.*)$/.exec(line)?.[1]?.trimEnd() ?? [])
    .join(' ');
  const words = cutText(redactCredentials(said, credentials), MAX_HOST_MESSAGE_LENGTH);
  const branch = branchNameOf(ref);
  if (
    /returned error: 40[13]|Authentication failed|could not read Username|denied to|Permission denied/i.test(
      outcome.errorOutput,
    )
  )
    return new GitError(
      'authentication-failed',
      `${hostname} refused the push to “${branch}”: ${words || 'these credentials may not write to the repository'}.`,
    );
  const rejection = rejectionOf(outcome);
  if (rejection !== undefined) {
    const reason = rejection.slice(rejection.indexOf('(') + 1).replace(/\)$/, '');
    return new GitError(
      'push-rejected',
      `${hostname} rejected the push to “${branch}” (${redactCredentials(reason, credentials)})${words ? `: ${words}` : '.'}`,
    );
  }
  const last =
    outcome.errorOutput.split(/[\r\n]+/).findLast((line) => /^(?:fatal|error): ?\S/.test(line)) ??
    'no reason given';
  return new GitError(
    'unreachable',
    `The push to ${hostname} failed: ${words || redactCredentials(last, credentials).slice(0, 300)}`,
  );
}
