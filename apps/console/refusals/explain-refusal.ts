import type { ApiError, Reason } from '@lectern/client/api-error';
import type { Messages } from '../messages/en.ts';
import { hasText, t } from '../messages/messages.ts';
import { explainField } from './explain-field.ts';

export { explainField };

/** Reasons that mean the same to people as something that the console says elsewhere. */
const SAME: Partial<Record<Reason, keyof Messages>> = {
  'expired-token': 'errorSignedOut',
  'unknown-token': 'errorSignedOut',
  'password-changed': 'errorSignedOut',
  'sign-in-revoked': 'errorSignedOut',
  'too-many-values': 'errorTooLarge',
  'too-many-streams': 'errorTooMuch',
  'invite-expired': 'refused-not-found',
  'account-deleted': 'refused-not-found',
};

/** Why the service refused something, in the language of the reader; undefined for what only programs meet. */
export function explainRefusal({ reason, message, details }: ApiError): string | undefined {
  if (reason === undefined) return undefined;
  if (reason === 'invalid-request') return explainField(details[0]?.message ?? message);
  if (reason === 'organization-suspended')
    return t('refused-organization-suspended', { detail: details[0]?.message ?? '' });
  const own = `refused-${reason}`;
  const key = SAME[reason] ?? (hasText(own) ? own : undefined);
  if (key) return withNumber(key, message);
  return reason.endsWith('-not-found') ? t('refused-not-found') : undefined;
}

const NUMBER = /\d[\d,]*/;

/** A text with the limit that the service names; undefined if the text needs one and the service names none. */
export function withNumber(key: keyof Messages, message: string): string | undefined {
  const [digits] = NUMBER.exec(message) ?? [];
  if (digits !== undefined) return t(key, { number: Number(digits.replaceAll(',', '')) });
  return t(key) === t(key, { number: 0 }) ? t(key) : undefined;
}
