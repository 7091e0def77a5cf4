import { foldEmail } from '../../../platform/db/fold-text.ts';
import { DELETED_NAME, type Person } from './delete-user.repository.ts';

/** Fields of an event about somebody that say who it is, also who it was before they changed it. */
const PERSONAL = new Set(['email', 'displayname', 'photourl', 'nameid']);

/**
 * Removes data that identify a person from a payload: their email address anywhere, their name if it is a whole value,
 * and in an event about them, the fields for such data. Undefined if there were none.
 */
export function withoutPerson(
  payload: object,
  { email, displayName }: Person,
  { isAboutThem }: { isAboutThem: boolean },
): object | undefined {
  let isChanged = false;
  const remove = (text: string): string => {
    isChanged ||= text !== DELETED_NAME;
    return DELETED_NAME;
  };
  const clean = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') {
      if (isAboutThem && PERSONAL.has(name.toLowerCase())) return remove(value);
      return value === displayName || foldEmail(value).includes(foldEmail(email)) ? remove(value) : value;
    }
    if (Array.isArray(value)) return value.map((item) => clean(item, name));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([inner, of]) => [inner, clean(of, inner)]));
  };
  const cleaned = clean(payload, '') as object;
  return isChanged ? cleaned : undefined;
}
