import type { DocumentWords } from '../rendering/words.ts';
import { messagesOf } from './messages/messages.ts';

/** What a document says by itself, in the language of its page. */
export function documentWords(language: string): DocumentWords {
  const messages = messagesOf(language);
  return {
    locale: knownLocale(language),
    linkToSection: messages.linkToSection,
    note: messages.note,
    goodToKnow: messages.goodToKnow,
    warning: messages.warning,
    danger: messages.danger,
    code: messages.code,
    diagram: messages.diagram,
    table: messages.table,
    done: messages.done,
    notDone: messages.notDone,
    file: messages.file,
    prompt: messages.prompt,
    externalContent: messages.externalContent,
    pictureElsewhere: messages.pictureElsewhere,
    brokenLink: messages.brokenLink,
    rating: messages.rating,
  };
}

/** A language that is not known to the runtime is written as English is. */
function knownLocale(language: string): string {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
