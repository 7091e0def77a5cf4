import { ApiError } from '@lectern/client/api-error';
import { t } from '../messages/messages.ts';

/** What went wrong, for people. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return navigator.onLine ? t('serviceUnreachable') : t('offline');
}
