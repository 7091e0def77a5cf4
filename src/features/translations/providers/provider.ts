import type { WantedUnit } from '../../../content/translation/translate-page.ts';
import type { ProviderName, Tone } from '../settings/settings.schemas.ts';

/** Units to translate together. */
export interface TranslationRequest {
  units: readonly WantedUnit[];
  sourceLanguage: string;
  language: string;
  tone: Tone;
  /** What a language model is told, as Markdown. */
  instructions: string;
}

/** Something that translates masked texts. */
export interface TranslationProvider {
  name: ProviderName;
  /** The characters of one request, placeholders included. */
  maxCharacters: number;
  maxUnits: number;
  /** Returns a translation for each unit, in their order. Throws `ProviderError` when it cannot. */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<string[]>;
}

/** Why a provider did not translate, in words that a person can act on. */
export class ProviderError extends Error {}
