import { Type } from 'typebox';
import { ListQuery } from '../../../platform/http/schemas.ts';
import { Language } from '../settings/settings.schemas.ts';

const PAGE_STATUSES = ['current', 'behind', 'edited', 'missing'] as const;
export type PageStatus = (typeof PAGE_STATUSES)[number];

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const TranslatedPageSchema = Type.Object(
  {
    object: Type.Literal('translated-page'),
    page: Type.String({ description: 'The id of the page or reusable content, which both spaces share.' }),
    space: Type.String({ description: 'The id of the space that contains the translation.' }),
    language: Language,
    title: Type.String({ description: 'The title of the translation.' }),
    status: Type.Enum([...PAGE_STATUSES], {
      description:
        '`missing`: some blocks are not translated. `behind`: some blocks are out of date. `edited`: people have changed some blocks. `current`: none of these.',
    }),
    blocks: Count('The number of blocks of the page, including its title, link title and description.'),
    behind: Count('The number of blocks whose source has changed since they were translated.'),
    edited: Count('The number of blocks that people changed and whose source has not changed since.'),
    missing: Count('The number of blocks that are not translated.'),
    failed: Count(
      'The number of blocks whose translations were rejected, because a placeholder was missing or misplaced.',
    ),
  },
  { $id: 'TranslatedPage' },
);

export const ListPagesQuery = Type.Object({
  ...ListQuery,
  language: Type.Optional(Language),
  status: Type.Optional(Type.Enum([...PAGE_STATUSES])),
});
