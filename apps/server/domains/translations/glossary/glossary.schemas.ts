import { type Static, Type } from 'typebox';
import { LANGUAGES } from '../../../platform/http/languages.ts';
import { Id, ListQuery, Timestamp, Url } from '../../../platform/http/schemas.ts';

const MAX_OPERATIONS = 1000;

const Translations = Type.Unsafe<Record<string, string>>({
  type: 'object',
  description: 'The term in each language.',
  examples: [{ en: 'change request', de: 'Änderungsantrag' }],
  minProperties: 1,
  propertyNames: { enum: LANGUAGES },
  additionalProperties: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\n\\r]*$' },
});

export const GlossaryEntrySchema = Type.Object(
  {
    object: Type.Literal('glossary-entry'),
    id: Id,
    translations: Translations,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Type.Object({ location: Url }),
  },
  { $id: 'GlossaryEntry' },
);

export const EntryParams = Type.Object({ organizationId: Id, glossaryEntryId: Id });

export const ListEntriesQuery = Type.Object({
  ...ListQuery,
  orderBy: Type.Optional(
    Type.Enum(LANGUAGES, {
      description:
        'Sorts by the terms in this language, with entries without a term last. Defaults to oldest first.',
    }),
  ),
});

const Operation = Type.Union([
  Type.Object({ type: Type.Literal('insert'), translations: Translations }),
  Type.Object({ type: Type.Literal('update'), id: Id, translations: Translations }),
  Type.Object({ type: Type.Literal('delete'), id: Id }),
]);
export type GlossaryOperation = Static<typeof Operation>;

export const UpdateGlossaryBody = Type.Object({
  operations: Type.Array(Operation, {
    maxItems: MAX_OPERATIONS,
    description: 'The changes, in order. All of them are applied, or none.',
  }),
});
