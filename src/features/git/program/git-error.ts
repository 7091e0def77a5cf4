export type GitErrorCode =
  | 'invalid-url'
  | 'invalid-ref'
  | 'invalid-directory'
  | 'unknown-host'
  | 'refused-address'
  | 'unreachable'
  | 'untrusted-certificate'
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
