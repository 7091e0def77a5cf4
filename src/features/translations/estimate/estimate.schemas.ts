import { type Static, Type } from 'typebox';
import { nullable } from '../../../http/schemas.ts';
import { Language } from '../settings/settings.schemas.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const SUMS = {
  blocks: Count('The blocks that a run would translate, titles and descriptions included.'),
  units: Count('The texts that a provider would be sent, each once for each language.'),
  characters: Count('Their characters, placeholders included.'),
  calls: Count('The calls that they take.'),
  remembered: Count('The texts that the translation memory knows, which cost nothing.'),
};

export const TranslationEstimateSchema = Type.Object(
  {
    object: Type.Literal('translation-estimate'),
    provider: nullable(Type.String({ description: 'What would translate; null: nothing.' })),
    ...SUMS,
    cost: nullable(
      Type.Number({
        description: 'The estimated cost at the configured price; null if no price is configured.',
      }),
    ),
    charactersLeft: nullable(
      Type.Integer({
        description: 'What the organization may still translate today (UTC); null: there is no limit.',
      }),
    ),
    languages: Type.Array(Type.Object({ language: Language, ...SUMS })),
  },
  { $id: 'TranslationEstimate' },
);
export type TranslationEstimate = Static<typeof TranslationEstimateSchema>;
export type LanguageEstimate = TranslationEstimate['languages'][number];
