import type { Config } from '../../../platform/config.ts';
import type { ProviderName } from '../settings/settings.schemas.ts';
import { createCallRate } from './call-rate.ts';
import { createDeepl } from './deepl.ts';
import { createLibreTranslate } from './libretranslate.ts';
import { createOpenAi } from './openai.ts';
import type { TranslationProvider } from './provider.ts';

/** The provider that settings ask for (null: any); undefined: there is none, and nothing translates by itself. */
export type FindProvider = (name: ProviderName | null) => TranslationProvider | undefined;

const CREATE = { openai: createOpenAi, deepl: createDeepl, libretranslate: createLibreTranslate };

/** One provider is configured for the instance: settings can leave it out, but not choose another one. */
export function createFindProvider(
  config: Pick<Config, 'translation' | 'translationLimits' | 'allowPrivateNetworks'>,
  takeTurn = createCallRate(config.translationLimits.callsPerMinute),
): FindProvider {
  const { translation } = config;
  if (!translation) return () => undefined;
  const provider = CREATE[translation.provider]({
    ...translation,
    allowPrivate: config.allowPrivateNetworks,
    takeTurn,
  });
  return (name) => (name === null || name === provider.name ? provider : undefined);
}
