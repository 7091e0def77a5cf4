import { type DocumentWords, ENGLISH_WORDS } from '@lectern/render/words';
import { knownLanguage } from './messages/known-language.ts';
import { messagesOf } from './messages/messages.ts';

/** Returns the texts that documents contain on their own, in the language of the page. */
export function documentWords(language: string): DocumentWords {
  const messages: Record<string, string> = messagesOf(language);
  const names = Object.keys(ENGLISH_WORDS);
  const words = Object.fromEntries(names.map((name) => [name, messages[name]])) as unknown as DocumentWords;
  return { ...words, locale: knownLanguage(language) };
}
