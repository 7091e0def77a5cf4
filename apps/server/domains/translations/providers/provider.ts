import type { Term } from '@lectern/markdown/translation/glossary-terms';
import type { WantedUnit } from '@lectern/markdown/translation/translate-page';
import type { ProviderName, Tone } from '../settings/settings.schemas.ts';

/** Units to translate together. */
export interface TranslationRequest {
  units: readonly WantedUnit[];
  sourceLanguage: string;
  language: string;
  tone: Tone;
  /** The whole glossary of these languages; the units name the terms that they contain. */
  terms: readonly Term[];
  /** The instructions for a language model, as Markdown. */
  instructions: string;
}

/** A service that translates masked texts. */
export interface TranslationProvider {
  name: ProviderName;
  /** The maximum number of characters of one request, including placeholders. */
  maxCharacters: number;
  maxUnits: number;
  /** Returns a translation for each unit, in their order. Throws `ProviderError` if it fails. */
  translate(request: TranslationRequest, signal: AbortSignal): Promise<string[]>;
}

/** The failure of a provider, with a message that tells users what to do. */
export class ProviderError extends Error {
  /** The status of the response; undefined if there was none, or if the status is not the failure. */
  readonly status: number | undefined;
  /** Whether the provider may have translated, and may charge for it. */
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

/** The provider has translated, but the response does not fit the request. Part of the request may be the reason. */
export class UnusableResponse extends ProviderError {}
