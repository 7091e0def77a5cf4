import { Type } from 'typebox';
import { LANGUAGES } from '../../../../platform/http/languages.ts';

/** The same text in other languages than the site's own. */
export const localized = (maxLength: number) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: 'The text in other languages, by language.',
    examples: [{ de: 'Installieren' }],
    propertyNames: { enum: LANGUAGES },
    additionalProperties: { type: 'string', maxLength },
  });
