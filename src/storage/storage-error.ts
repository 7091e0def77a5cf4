/** The disk or the bucket did not do what was asked; the message is for whoever runs the service. */
export class StorageError extends Error {
  override name = 'StorageError';
}
