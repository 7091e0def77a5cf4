import { ApiError } from '@lectern/client/api-error';
import type { Messages } from '../messages/en.ts';
import { hasText, t } from '../messages/messages.ts';

/**
 * Translated explanations of the errors that users of the console meet. Other errors show the service's English text.
 */
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
  // Texts of the views in which these can happen.
  'last-administrator': 'peopleErrorLastAdmin',
  'incorrect-password': 'peopleErrorPassword',
  'email-taken': 'accountEmailTaken',
  'email-not-configured': 'accountNoMail',
  'password-sign-in-required': 'accountBound',
  'missing-token': 'errorSignedOut',
  'internal-error': 'errorService',
  'database-unavailable': 'errorService',
  'database-timeout': 'errorService',
  // The texts of these come with the views in which they occur.
  'basename-taken': 'siteBasenameTaken',
  'site-path-taken': 'sitePathTaken',
  'last-section': 'siteLastSection',
  'section-group-cycle': 'siteGroupCycle',
  'site-structure-too-large': 'siteTooLarge',
  'too-many-share-links': 'siteTooManyLinks',
  'nothing-to-publish': 'siteNothingToPublish',
};

/** Whether loading a chunk of the console failed, for example because a newer release replaced it. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module|module script|preload CSS/i.test(error.message);

/** Explains an error in words for users. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const known = error.reason && REASONS[error.reason];
    if (known && hasText(known)) return t(known);
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
