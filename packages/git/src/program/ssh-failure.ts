import { GitError } from './git-error.ts';

/** Explains why a connection over SSH failed. Undefined if only the host's own message can explain it. */
export function describeSshFailure(errorOutput: string, hostname: string): GitError | undefined {
  if (/Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/i.test(errorOutput))
    return new GitError(
      'host-key-changed',
      `The SSH host key of ${hostname} is not the pinned one. Ask its operator whether it was changed; if so, set the new one as knownHosts of the connection.`,
    );
  if (/Permission denied/.test(errorOutput))
    return new GitError(
      'authentication-failed',
      `${hostname} does not accept the SSH key. Add its public key to the repository or the account.`,
    );
  if (
    /repository not found|does not appear to be a git repository|could not be found|not exist/i.test(
      errorOutput,
    )
  )
    return new GitError(
      'repository-not-found',
      `${hostname} has no repository at this path that the SSH key may read. Check the URL.`,
    );
  if (/mismatched algorithms/.test(errorOutput))
    return new GitError(
      'not-a-repository',
      'Repositories with SHA-256 object names cannot be read over SSH. Use the https:// URL.',
    );
  if (/ssh: not found|cannot run ssh/.test(errorOutput))
    return new GitError('program-missing', 'The program ssh could not be started. Install openssh-client.');
  if (/Connection (?:closed|reset|timed out)|kex_exchange_identification/i.test(errorOutput))
    return new GitError(
      'unreachable',
      `${hostname} closed the connection. Check that it serves SSH on this port.`,
    );
  return undefined;
}
