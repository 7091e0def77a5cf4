import { type Static, Type } from 'typebox';
import { Id, nullable } from '../../../platform/http/schemas.ts';
import { openEvents } from '../open-events.ts';
import type { AnswerParts } from './answer.ts';
import { nameOfPage, type PageKey } from './page-key.ts';
import type { Question } from './question.ts';
import { openSiteContent } from './site-content.ts';

export const PageSchema = Type.Object(
  {
    id: nullable({ ...Id, description: 'The id of the page. Null if there was no page at the path.' }),
    space: nullable(Id),
    title: Type.Union([Type.String(), Type.Null()], {
      description: 'The current title. Null if the page no longer exists or you cannot read its space.',
    }),
    path: Type.String({
      description:
        'The path of the page relative to the address of the site. For a page that no longer exists, its last path.',
    }),
  },
  { title: 'InsightsPage', description: 'A page of the site.' },
);
export type AnswerPage = Static<typeof PageSchema>;

/** Describes pages by their present titles. Returns them in the order of the keys. */
export async function describePages(
  parts: Pick<AnswerParts, 'context' | 'store'>,
  question: Question,
  keys: readonly PageKey[],
): Promise<AnswerPage[]> {
  const content = await openSiteContent(parts, question);
  const current = await Promise.all(
    keys.map(async ({ spaceId, pageId }) => {
      const open = spaceId === null ? undefined : await content.open(spaceId);
      const page = pageId === null ? undefined : open?.snapshot.pages.find(pageId);
      if (!open || !page) return undefined;
      return { title: page.entry.title, path: content.pathOf(open, page.entry.id) };
    }),
  );
  const unknown = keys.filter(({ path }, n) => !current[n] && (path ?? null) === null);
  const paths =
    unknown.length === 0 ? undefined : await openEvents(parts.context).findPaths(question, unknown);
  return keys.map((key, n) => ({
    id: key.pageId,
    space: key.spaceId,
    title: current[n]?.title ?? null,
    path: current[n]?.path ?? key.path ?? paths?.get(nameOfPage(key)) ?? '',
  }));
}
