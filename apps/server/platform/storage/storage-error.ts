/** The disk or the bucket did not do what was asked; the message is for the operator of the service. */
export class StorageError extends Error {
  override name = 'StorageError';
  /** Whether only space was missing. */
  readonly isOutOfSpace: boolean;

  constructor(
    message: string,
    { isOutOfSpace = false, ...options }: ErrorOptions & { isOutOfSpace?: boolean } = {},
  ) {
    super(message, options);
    this.isOutOfSpace = isOutOfSpace;
  }
}
