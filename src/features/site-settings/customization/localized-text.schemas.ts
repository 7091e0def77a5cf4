import { Type } from 'typebox';

/** The languages that the public client can translate into. */
const LANGUAGES =
  'en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'.split(
    ' ',
  );

/** The same text in other languages than the site's own. */
export const localized = (maxLength: number) =>
  Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: 'The text in other languages, by language.',
    examples: [{ de: 'Installieren' }],
    propertyNames: { enum: LANGUAGES },
    additionalProperties: { type: 'string', maxLength },
  });
