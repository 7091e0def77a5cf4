export type NetworkErrorCode =
  | 'unsupported-url'
  | 'unknown-host'
  | 'refused-address'
  | 'unreachable'
  | 'untrusted-certificate'
  | 'too-many-redirects'
  | 'too-large'
  | 'timeout'
  | 'aborted';

/** A host could not be reached. The message is a sentence that names the host, but never credentials. */
export class NetworkError extends Error {
  readonly code: NetworkErrorCode;

  constructor(code: NetworkErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
