import { knownLanguage } from './messages/known-language.ts';
import { fillMessage, messagesOf } from './messages/messages.ts';

/** Names that are listed; if there are more, the others are a number. */
const MAX_NAMES = 5;

/** The names as one text in the language of the page; undefined: there is none. */
export function describeContributors(names: readonly string[], language: string): string | undefined {
  if (names.length === 0) return undefined;
  // A number of one would say less than the name.
  const shown = names.slice(0, names.length === MAX_NAMES + 1 ? names.length : MAX_NAMES);
  const more = names.length - shown.length;
  const list = new Intl.ListFormat(knownLanguage(language), { type: 'conjunction' });
  const others = fillMessage(messagesOf(language).contributorsMore, { count: String(more) });
  return list.format(more === 0 ? shown : [...shown, others]);
}
