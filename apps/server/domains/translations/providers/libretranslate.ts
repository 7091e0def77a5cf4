import { callProvider, type ProviderAccess, readTexts } from './call-provider.ts';
import type { TranslationProvider } from './provider.ts';
import { translateWithoutTerms } from './without-terms.ts';

const NAMES: Readonly<Record<string, string>> = { no: 'nb', 'zh-tw': 'zt', 'pt-br': 'pb' };

/** The protocol of LibreTranslate, which knows neither a tone nor a glossary. */
export const createLibreTranslate = (access: ProviderAccess): TranslationProvider => ({
  name: 'libretranslate',
  maxUnits: 50,
  maxCharacters: 10_000,
  translate: (request, signal) =>
    translateWithoutTerms(request, async (texts) => {
      const { sourceLanguage, language } = request;
      const body = {
        // In HTML, an element that is unknown does not end by itself.
        q: texts.map((text) => text.replace(/<x id="(\d+)"\/>/g, '<x id="$1"></x>')),
        source: NAMES[sourceLanguage] ?? sourceLanguage,
        target: NAMES[language] ?? language,
        format: 'html',
        ...(access.key ? { api_key: access.key } : {}),
      };
      const response = await callProvider(access, { path: '/translate', headers: {}, body }, signal);
      return readTexts((response as { translatedText?: unknown } | undefined)?.translatedText);
    }),
});
