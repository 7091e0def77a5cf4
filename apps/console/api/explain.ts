import { ApiError } from '@lectern/client/api-error';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import { explainRefusal } from './refusals.ts';

/** What the first view must be able to say, offline as well. All other refusals are explained by `refusals`. */
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
  'payload-too-large': 'errorTooLarge',
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
  'storage-unavailable': 'errorService',
};

/** Whether loading a chunk of the console failed, for example because a newer release replaced it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module|module script|preload CSS/i.test(error.message);

/** Explains an error in words for users. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const known = error.reason && REASONS[error.reason];
    if (known) return t(known);
    const explained = explainRefusal(error);
    if (explained !== undefined) return explained;
    if (error.status >= 500) return t('errorService');
    return error.details[0]?.message ?? error.message;
  }
  if (isMissingPart(error)) return t('errorNewVersion');
  // `fetch` throws a `TypeError` when the service cannot be reached.
  if (error instanceof TypeError) return t('errorOffline');
  return error instanceof Error ? error.message : t('errorService');
}

/** Whether an object does not exist or is hidden from the user. The service does not distinguish the two. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 404 || error.status === 403 || error.reason === 'invalid-request');
