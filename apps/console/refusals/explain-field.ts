import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';

/** What the service says about a field, and the text for it. The first that matches counts. */
const WORDINGS: readonly (readonly [RegExp, keyof Messages])[] = [
  [/^is required/, 'fieldRequired'],
  [/^must (?:not be (?:empty|blank)|have a name)|^is empty/, 'fieldEmpty'],
  [/^must (?:not be longer than|have at most) \d+ characters/, 'fieldTooLong'],
  [/^must (?:not be shorter than|have at least) \d+ characters/, 'fieldTooShort'],
  [/^must not be greater than -?\d/, 'fieldTooGreat'],
  [/^must not be less than -?\d/, 'fieldTooSmall'],
  [/^must not have more than \d+ (?:items|fields)/, 'fieldTooMany'],
  [/^must not contain a value twice/, 'fieldTwice'],
  [/^must be an email address/, 'fieldEmail'],
  [/^must (?:be a URL|be an http\(s\) URL|begin with http)/, 'fieldUrl'],
  [/^contains a user name or password|^must not contain a user name or password/, 'fieldUrl'],
  [/^must begin with a slash/, 'fieldSlash'],
  [/^can have a \* only at the end/, 'fieldStar'],
  [/^must be a color/, 'fieldColor'],
  [/^must be an emoji/, 'fieldEmoji'],
  [/^must be (?:a single line|one line)|^must have at least two characters and/, 'fieldLine'],
  [/^must have (?:only|3 to 32) (?:lowercase )?letters, digits/, 'fieldSlug'],
  [/^must be (?:a time )?in the future/, 'fieldFuture'],
  [/^is too common/, 'fieldCommonPassword'],
  [/^must not be the email address/, 'fieldEmailPassword'],
  [/^must be your current password/, 'fieldCurrentPassword'],
  [/^is not a hostname/, 'fieldHostname'],
  [/^(?:is reserved for local networks|belongs to this service)/, 'fieldPublicHostname'],
];

const UNREACHABLE = /^cannot be reached: (.*)/;
const NUMBER = /-?\d+/;

/** What is wrong with a field, in the language of the reader; in the service's own words if there are no others. */
export function explainField(message: string): string {
  const [, cause] = UNREACHABLE.exec(message) ?? [];
  if (cause !== undefined) return t('fieldUnreachable', { detail: cause });
  const found = WORDINGS.find(([wording]) => wording.test(message));
  if (!found) return t('fieldRefused', { detail: message });
  const [, key] = found;
  const [digits] = NUMBER.exec(message) ?? [];
  return t(key, digits === undefined ? {} : { number: Number(digits) });
}
