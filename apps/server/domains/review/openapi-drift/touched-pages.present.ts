import type { Mention } from '@lectern/openapi/mentions/find-mentions';
import type { Static } from 'typebox';
import type { NamedComparison } from '../../specs/tasks/name-changes.ts';
import type { TouchedPage } from './find-touched-pages.ts';
import type { OpenAPISpecTouchedPageSchema } from './touched-pages.schemas.ts';

type PresentedPage = Static<typeof OpenAPISpecTouchedPageSchema>;

const MAX_PLACES = 20;
const MAX_CHANGES = 5;

export function presentTouchedPage(
  { space, open, kind, id, mentions }: TouchedPage,
  comparison: Pick<NamedComparison, 'changes'>,
  baseUrl: string,
): PresentedPage {
  const { snapshot } = open;
  const app = `${baseUrl}/app/s/${space.spaceId}`;
  const places = mentions.slice(0, MAX_PLACES).map((mention) => presentPlace(mention, comparison));
  const shown = {
    space: { id: space.spaceId, title: space.title, urls: { app } },
    places,
    placeCount: mentions.length,
  };
  if (kind === 'reusable-content')
    return { ...shown, reusableContent: { id, title: snapshot.findReusable(id)?.title ?? '' } };
  const title = snapshot.pages.find(id)?.entry.title ?? '';
  const path = snapshot.pages.pathOf(id) ?? '';
  return { ...shown, page: { id, title, path, urls: { app: `${app}/${id}` } } };
}

function presentPlace(
  { kind, anchor, title, excerpt, name, changes }: Mention,
  comparison: Pick<NamedComparison, 'changes'>,
): PresentedPage['places'][number] {
  return {
    kind,
    ...(anchor === undefined ? {} : { anchor }),
    title,
    excerpt,
    name,
    changes: changes.slice(0, MAX_CHANGES).flatMap((position) => comparison.changes[position] ?? []),
    changeCount: changes.length,
  };
}
