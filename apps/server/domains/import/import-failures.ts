import { type DefinedError, defineError } from '../../platform/http/errors.ts';

/** Why an import could not be done; nothing was changed. The message names the exact obstacle. */
const defineFailure = (reason: string): DefinedError<[message: string]> =>
  defineError({ status: 409, reason }, (message: string) => `${message} Nothing was imported.`);

/** The address did not respond, or not with the expected content. */
export const sourceUnavailable = defineFailure('import-source-unavailable');
/** The address leads to a private or local network. */
export const sourceRefused = defineFailure('import-source-refused');
/** The rules for robots of the website do not allow its pages to be fetched. */
export const robotsDisallow = defineFailure('import-robots-disallow');
/** The response of the address is not of the requested kind. */
export const sourceWrongType = defineFailure('import-source-wrong-type');
/** A limit of imports was exceeded: bytes, files, pages, text. */
export const sourceTooLarge = defineFailure('import-source-too-large');
export const archiveDamaged = defineFailure('import-archive-damaged');
export const archiveEncrypted = defineFailure('import-archive-encrypted');
/** A path of the archive leads out of it. */
export const archivePathUnsafe = defineFailure('import-archive-path-unsafe');
/** The archive would become far larger than archives of documents do. */
export const archiveBomb = defineFailure('import-archive-bomb');
/** Reading the source takes more time or memory than an import may use. */
export const sourceTooComplex = defineFailure('import-source-too-complex');
/** The files are not of the format that was named. */
export const formatMismatch = defineFailure('import-format-mismatch');
export const nothingToImport = defineFailure('import-nothing-found');
/** The space, the change request or the page is gone, or may not change anymore. */
export const importTargetGone = defineFailure('import-target-gone');
export const importTimedOut = defineFailure('import-timed-out');
/** The server stopped again and again while it ran. */
export const importInterrupted = defineFailure('import-interrupted');
/** A fault of the service; its log says more. */
export const importFailed = defineFailure('import-failed');

export const IMPORT_FAILURES = [
  sourceUnavailable,
  sourceRefused,
  robotsDisallow,
  sourceWrongType,
  sourceTooLarge,
  archiveDamaged,
  archiveEncrypted,
  archivePathUnsafe,
  archiveBomb,
  sourceTooComplex,
  formatMismatch,
  nothingToImport,
  importTargetGone,
  importTimedOut,
  importInterrupted,
  importFailed,
] as const;
