import { Type } from 'typebox';
import { Id, Timestamp } from '../../../platform/http/schemas.ts';
import { Language } from '../settings/settings.schemas.ts';

const Count = Type.Integer({ minimum: 0 });

export const TranslatedLanguageSchema = Type.Object(
  {
    object: Type.Literal('translated-language'),
    language: Language,
    space: Type.String({ description: 'The id of the space that contains the translation.' }),
    pages: Type.Object(
      { current: Count, edited: Count, behind: Count, missing: Count },
      { description: 'The number of pages and reusable contents by status.' },
    ),
    problem: Type.Optional(
      Type.String({ description: 'Why the last run was incomplete. Absent if it was complete.' }),
    ),
    resumesAt: Type.Optional(Timestamp),
    changeRequest: Type.Optional(Id),
    updatedAt: Timestamp,
  },
  { $id: 'TranslatedLanguage' },
);
