import { ApiError } from '@lectern/client/api-error';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';

/** The reasons that users meet in the console. The texts of all others come from the service, in English. */
const REASONS: Partial<Record<NonNullable<ApiError['reason']>, keyof Messages>> = {
  'space-locked': 'errorLocked',
  'insufficient-role': 'errorRole',
  'insufficient-scope': 'errorRole',
  'page-not-found': 'errorPageGone',
  'space-not-found': 'errorSpaceGone',
  'collection-not-found': 'errorCollectionGone',
  'revision-not-found': 'errorRevisionGone',
  'deleted-page-not-found': 'errorNotInTrash',
  'page-exists': 'errorPageExists',
  'change-request-merged': 'errorRequestClosed',
  'change-request-archived': 'errorRequestClosed',
  'edit-conflicts': 'errorConflict',
  'content-changed': 'errorConflict',
  'collection-not-empty': 'errorCollectionNotEmpty',
  'rate-limited': 'errorTooMuch',
  'read-quota-exceeded': 'errorTooMuch',
  'too-many-changes': 'errorTooMuch',
  'search-not-ready': 'errorSearchNotReady',
  'incorrect-credentials': 'errorCredentials',
  'incorrect-code': 'errorCode',
  'session-ended': 'errorSignedOut',
  'no-session': 'errorSignedOut',
  'missing-token': 'errorSignedOut',
  'internal-error': 'errorService',
  'database-unavailable': 'errorService',
  'database-timeout': 'errorService',
};

/** Whether a file of the console could not be loaded, such as one that a newer release no longer has. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module|module script|preload CSS/i.test(error.message);

/** Says what went wrong, to whoever did nothing but click. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const known = error.reason && REASONS[error.reason];
    if (known) return t(known);
    if (error.status >= 500) return t('errorService');
    return error.details[0]?.message ?? error.message;
  }
  if (isMissingPart(error)) return t('errorNewVersion');
  // What `fetch` throws when nobody could be reached.
  if (error instanceof TypeError) return t('errorOffline');
  return error instanceof Error ? error.message : t('errorService');
}

/** Whether something does not exist, or must not be seen, which the service does not distinguish. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || error.status === 403 || error.reason === 'invalid-request');
