import { Type } from 'typebox';
import { ListQuery } from '../../../http/schemas.ts';
import { Language } from '../settings/settings.schemas.ts';

const PAGE_STATUSES = ['current', 'behind', 'edited', 'missing'] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const TranslatedPageSchema = Type.Object(
  {
    object: Type.Literal('translated-page'),
    page: Type.String({ description: 'The id of the page or reusable content, which both spaces share.' }),
    space: Type.String({ description: 'The id of the space that holds the translation.' }),
    language: Language,
    title: Type.String({ description: 'The title of the translation.' }),
    status: Type.Enum([...PAGE_STATUSES], {
      description:
        '`missing`: some of it is in the language of the source. `behind`: some of it says what an earlier source said. `edited`: people have changed some of it. `current`: none of these.',
    }),
    blocks: Count('The blocks of the page, its title, link title and description included.'),
    behind: Count('Those whose source has changed since they were translated.'),
    edited: Count('Those that people changed, and whose source has not changed since.'),
    missing: Count('Those that are not translated.'),
    failed: Count('Those whose translations have lost what must not be lost.'),
  },
  { $id: 'TranslatedPage' },
);

export const ListPagesQuery = Type.Object({
  ...ListQuery,
  language: Type.Optional(Language),
  status: Type.Optional(Type.Enum([...PAGE_STATUSES])),
});
