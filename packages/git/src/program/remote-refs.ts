import { NetworkError } from '@lectern/std/network-error';
import { GitError } from './git-error.ts';
import { runGit } from './git-process.ts';
import { listRefsOverHttp } from './list-refs.ts';
import { describeNetworkError } from './preflight.ts';
import { openTunnel, type RemoteAccess, remoteEnvironment } from './remote-fetch.ts';
import { redactCredentials } from './remote-url.ts';
import { describeSshFailure } from './ssh-failure.ts';

const HEADS = 'refs/heads/';
const MAX_LISTING_BYTES = 16 * 1024 * 1024;

/**
 * The branches of a remote with the commits that they name, by the full names of the refs. `ref`: lists only this one.
 * @throws GitError
 */
export async function listRemoteBranches(
  access: Omit<RemoteAccess, 'gitDirectory'> & {
    gitDirectory: string | undefined;
    timeoutMs: number;
    signal?: AbortSignal | undefined;
  },
  ref?: string,
): Promise<Map<string, string>> {
  const { remote, timeoutMs, signal } = access;
  const listed = await listRefsOverHttp(remote, ref ?? HEADS, { ...access, maxBytes: MAX_LISTING_BYTES });
  if (listed) return ref === undefined ? listed : new Map([...listed].filter(([name]) => name === ref));
  const tunnel = await openTunnel(access, () => {});
  try {
    const { exitCode, output, errorOutput } = await runGit({
      args: ['ls-remote', '--quiet', '--heads', '--end-of-options', remote.url, ...(ref ? [ref] : [])],
      environment: remoteEnvironment(access.gitDirectory, remote, tunnel),
      timeoutMs,
      signal,
      maxOutputBytes: MAX_LISTING_BYTES,
    });
    const failure = tunnel.failure();
    if (failure instanceof NetworkError) throw describeNetworkError(failure);
    if (exitCode !== 0) {
      const sshFailure = remote.ssh && describeSshFailure(errorOutput, remote.hostname);
      if (sshFailure) throw sshFailure;
      const last = errorOutput.split(/[\r\n]+/).findLast((line) => line.trim() !== '') ?? 'no reason given';
      throw new GitError(
        'unreachable',
        `The branches of ${remote.hostname} could not be listed: ${redactCredentials(last, remote.credentials).slice(0, 300)}`,
      );
    }
    return new Map(
      output
        .toString('utf8')
        .split('\n')
        .flatMap((line) => {
          const [oid, name] = line.split('\t');
          return oid && name && (ref === undefined || name === ref) ? [[name, oid] as const] : [];
        }),
    );
  } finally {
    await tunnel.close();
  }
}
