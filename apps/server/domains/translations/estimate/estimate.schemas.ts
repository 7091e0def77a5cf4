import { type Static, Type } from 'typebox';
import { nullable } from '../../../platform/http/schemas.ts';
import { Language } from '../settings/settings.schemas.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const SUMS = {
  blocks: Count('The number of blocks that a run would translate, including titles and descriptions.'),
  units: Count('The number of texts that would be sent to a provider, each once per language.'),
  characters: Count('The number of characters, including placeholders.'),
  calls: Count('The number of requests to the provider.'),
  remembered: Count('The number of texts that are taken from the translation memory at no cost.'),
};

export const TranslationEstimateSchema = Type.Object(
  {
    object: Type.Literal('translation-estimate'),
    provider: nullable(
      Type.String({ description: 'The translation service that would be used, or null if there is none.' }),
    ),
    ...SUMS,
    cost: nullable(
      Type.Number({
        description: 'The estimated cost at the configured price, or null if no price is configured.',
      }),
    ),
    charactersLeft: nullable(
      Type.Integer({
        description:
          'The number of characters that the organization can still translate today (UTC), or null if there is no limit.',
      }),
    ),
    languages: Type.Array(Type.Object({ language: Language, ...SUMS })),
  },
  { $id: 'TranslationEstimate' },
);
export type TranslationEstimate = Static<typeof TranslationEstimateSchema>;
export type LanguageEstimate = TranslationEstimate['languages'][number];
