import { callProvider, type ProviderAccess, readTexts } from './call-provider.ts';
import type { TranslationProvider } from './provider.ts';

const NAMES: Readonly<Record<string, string>> = { no: 'nb', 'zh-tw': 'zt', 'pt-br': 'pb' };

/** The protocol of LibreTranslate, which knows neither a tone nor terms. */
export const createLibreTranslate = (access: ProviderAccess): TranslationProvider => ({
  name: 'libretranslate',
  maxUnits: 50,
  maxCharacters: 10_000,
  async translate({ units, sourceLanguage, language }, signal) {
    const answer = await callProvider(
      access,
      {
        path: '/translate',
        headers: {},
        body: {
          // In HTML, an element that is unknown does not end by itself.
          q: units.map(({ unit }) => unit.replace(/<x id="(\d+)"\/>/g, '<x id="$1"></x>')),
          source: NAMES[sourceLanguage] ?? sourceLanguage,
          target: NAMES[language] ?? language,
          format: 'html',
          ...(access.key ? { api_key: access.key } : {}),
        },
      },
      signal,
    );
    return readTexts((answer as { translatedText?: unknown }).translatedText);
  },
});
