export type GitErrorCode =
  | 'invalid-url'
  | 'invalid-ref'
  | 'invalid-directory'
  | 'unknown-host'
  | 'refused-address'
  | 'unreachable'
  | 'untrusted-certificate'
  | 'invalid-key'
  | 'host-key-unknown'
  | 'host-key-changed'
  | 'authentication-needed'
  | 'authentication-failed'
  | 'repository-not-found'
  | 'not-a-repository'
  | 'empty-repository'
  | 'ref-not-found'
  | 'directory-not-found'
  | 'too-large'
  | 'timeout'
  | 'no-answer'
  | 'aborted'
  | 'damaged-cache'
  | 'push-rejected'
  | 'history-rewritten'
  | 'disk-full'
  | 'program-missing'
  | 'failed';

/** A failed Git operation. The message is a sentence for the person who asked, and never holds credentials. */
export class GitError extends Error {
  readonly code: GitErrorCode;

  constructor(code: GitErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GitError';
    this.code = code;
  }
}

/** Recognizes that a Git program ended only because the disk is full. */
export function explainFullDisk(errorOutput: string): GitError | undefined {
  if (!/No space left on device|Disk quota exceeded/.test(errorOutput)) return undefined;
  return new GitError(
    'disk-full',
    'The disk of the server is full, so the repository could not be fetched. The operator of this server must free some space. Then import again.',
  );
}
