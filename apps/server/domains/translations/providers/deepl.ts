import { callProvider, type ProviderAccess, readTexts } from './call-provider.ts';
import { createDeeplGlossaries } from './deepl-glossaries.ts';
import { ProviderError, type TranslationProvider, type TranslationRequest } from './provider.ts';
import { translateWithoutTerms } from './without-terms.ts';

const FORMALITY = { default: 'default', formal: 'prefer_more', informal: 'prefer_less' };
/** Where it names languages in another way. */
const TARGETS: Readonly<Record<string, string>> = {
  en: 'EN-US',
  pt: 'PT-PT',
  no: 'NB',
  zh: 'ZH-HANS',
  'zh-tw': 'ZH-HANT',
};
const SOURCES: Readonly<Record<string, string>> = { no: 'NB', 'pt-br': 'PT', 'zh-tw': 'ZH' };

/**
 * The protocol of DeepL. It gets terms as one of its glossaries, and inflects them; where it takes none, for these
 * languages or anymore, terms are put in the places of placeholders.
 */
export function createDeepl(access: ProviderAccess, now: () => number = Date.now): TranslationProvider {
  const headers: Record<string, string> = access.key ? { authorization: `DeepL-Auth-Key ${access.key}` } : {};
  const glossaries = createDeeplGlossaries(access, headers, now);
  return {
    name: 'deepl',
    maxUnits: 50,
    maxCharacters: 50_000,
    async translate(request, signal) {
      const { units } = request;
      const translate = async (texts: string[], glossaryId?: string): Promise<string[]> => {
        const body = { ...describeTask(request, texts), ...(glossaryId && { glossary_id: glossaryId }) };
        return readResponse(await callProvider(access, { path: '/v2/translate', headers, body }, signal));
      };
      const hasTerms = units.some(({ terms }) => terms.length > 0);
      const glossaryId = hasTerms ? await glossaries.find(request, signal) : undefined;
      if (glossaryId !== undefined)
        try {
          return await translate(
            units.map(({ unit }) => unit),
            glossaryId,
          );
        } catch (error) {
          if (!isRefused(error)) throw error;
          glossaries.forget(glossaryId);
        }
      return translateWithoutTerms(request, translate);
    },
  };
}

const describeTask = ({ sourceLanguage, language, tone }: TranslationRequest, texts: string[]) => ({
  text: texts,
  source_lang: SOURCES[sourceLanguage] ?? sourceLanguage.toUpperCase(),
  target_lang: TARGETS[language] ?? language.toUpperCase(),
  tag_handling: 'xml',
  formality: FORMALITY[tone],
});

/** Somebody may have deleted the glossary. */
const isRefused = (error: unknown): boolean =>
  error instanceof ProviderError && (error.status === 400 || error.status === 404);

function readResponse(response: unknown): string[] {
  const { translations } = (response ?? {}) as { translations?: unknown };
  return readTexts(
    Array.isArray(translations) ? translations.map((one: { text?: unknown } | null) => one?.text) : undefined,
  );
}
