import type { Term } from '../../../content/translation/glossary-terms.ts';
import type { WantedUnit } from '../../../content/translation/translate-page.ts';
import type { ProviderName, Tone } from '../settings/settings.schemas.ts';

/** Units to translate together. */
export interface TranslationRequest {
  units: readonly WantedUnit[];
  sourceLanguage: string;
  language: string;
  tone: Tone;
  /** The whole glossary of these languages; the units name the terms that they contain. */
  terms: readonly Term[];
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
export class ProviderError extends Error {
  /** What it answered with; undefined: nothing, or something that is not a failure by its status. */
  readonly status: number | undefined;
  /** Whether it may have done the work, and asks to be paid for it. */
  readonly mayHaveCharged: boolean;

  constructor(
    message: string,
    { status, mayHaveCharged }: { status?: number; mayHaveCharged: boolean } = { mayHaveCharged: true },
  ) {
    super(message);
    this.status = status;
    this.mayHaveCharged = mayHaveCharged;
  }
}
