import fc from 'fast-check';
import type { IndexedPage } from '../src/indexed-page.ts';

/** Words that meet often enough for pages to share some. */
const words = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'deploy',
      'deploys',
      'getUserName',
      'user',
      'a',
      'C++',
      'v1.2.3',
      'crème',
      '数据库',
      '設定',
      '한국어',
      '🚀',
      'naïve',
    ),
  },
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...'abcdeé'), minLength: 1, maxLength: 9 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
const texts = fc.array(words, { maxLength: 40 }).map((list) => list.join(' '));

/** Pages of random words, each with another id. */
export const randomPages: fc.Arbitrary<IndexedPage[]> = fc
  .array(
    fc.record({
      title: texts,
      documentTitle: fc.option(texts, { nil: undefined }),
      linkTitle: fc.option(texts, { nil: undefined }),
      description: fc.option(texts, { nil: undefined }),
      path: fc.option(texts, { nil: undefined }),
      above: fc.option(fc.array(texts, { maxLength: 3 }), { nil: undefined }),
      sections: fc.array(fc.record({ title: texts, text: texts }), { maxLength: 5 }),
    }),
    { maxLength: 12 },
  )
  .map((pages) =>
    pages.map(
      (page, n): IndexedPage => ({
        ...(Object.fromEntries(
          Object.entries(page).filter(([, value]) => value !== undefined),
        ) as typeof page & {
          documentTitle: string;
          linkTitle: string;
          description: string;
          path: string;
          above: string[];
        }),
        pageId: `page-${n}`,
        key: Buffer.alloc(16, n),
      }),
    ),
  );
