import { maskTerms } from '@lectern/markdown/translation/mask-terms';
import { type TranslationRequest, UnusableResponse } from './provider.ts';

/**
 * Translates units with a service that has no glossary: terms are replaced by placeholders before the request, and put
 * back into the response. Units that consist only of terms are not sent.
 */
export async function translateWithoutTerms(
  { units, language }: Pick<TranslationRequest, 'units' | 'language'>,
  translate: (texts: string[]) => Promise<string[]>,
): Promise<string[]> {
  const masked = units.map(({ unit, terms }) => maskTerms(unit, terms, language));
  const asked = masked.filter(({ hasWords }) => hasWords).map(({ unit }) => unit);
  const responses = asked.length === 0 ? [] : await translate(asked);
  if (responses.length !== asked.length)
    throw new UnusableResponse('The provider returned a different number of texts than it was sent.');
  const next = responses.values();
  return masked.map(({ unit, hasWords, restore }) =>
    restore(hasWords ? (next.next().value as string) : unit),
  );
}
