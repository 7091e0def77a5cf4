import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { PagePlace } from '../api/place.ts';
import { changeRequestQuery, queries, sessionQuery, shownSpaceQuery, spaceQuery } from '../api/queries.ts';
import { useIds } from '../app/current.ts';
import { RouteError } from '../app/route-error.tsx';
import { createPart, usePart } from '../app/use-part.ts';
import { openAhead, openedPageQuery, takeAhead } from './opened-page.ts';
import { PageLoading } from './page-loading.tsx';

/** The editor is by far the largest part: views of lists need nothing of it. */
const editorPart = createPart(() => import('./page-editor.tsx'));
// Its script arrives while the page is on its way.
editorPart.load().catch(() => undefined);

const OtherPage = lazy(async () => ({ default: (await import('./other-page.tsx')).OtherPage }));

/** Reads the page that the console begins with. */
export async function readPageAhead(ids: PagePlace): Promise<void> {
  const [session, space] = await Promise.all([
    queries.ensureQueryData(sessionQuery),
    queries.ensureQueryData(spaceQuery(ids.spaceId)),
    editorPart.load(),
  ]);
  await openAhead(placeOf(ids), session.user?.id ?? '', space.permissions.edit);
}

const placeOf = ({ spaceId, pageId, changeRequestId }: PagePlace): PagePlace => ({
  spaceId,
  pageId,
  ...(changeRequestId === undefined ? {} : { changeRequestId }),
});

/** A page, live or in a change request. */
export function Page() {
  const { spaceId = '', pageId = '', changeRequestId } = useIds();
  const place = placeOf({ spaceId, pageId, ...(changeRequestId === undefined ? {} : { changeRequestId }) });
  return <OpenPage place={place} key={`${spaceId}/${changeRequestId ?? ''}/${pageId}`} />;
}

function OpenPage({ place }: { place: PagePlace }) {
  const editor = usePart(editorPart);
  const session = useQuery(sessionQuery);
  const space = useQuery(shownSpaceQuery(place.spaceId));
  const userId = session.data?.user?.id ?? '';
  const [ahead] = useState(() => takeAhead(place));
  const page = useQuery({
    ...openedPageQuery(place, userId, space.data?.permissions.edit === true),
    enabled: session.data !== undefined && space.data !== undefined,
    ...(ahead ? { initialData: ahead } : {}),
  });
  const changeRequest = useQuery({
    ...changeRequestQuery(place.spaceId, place.changeRequestId ?? ''),
    enabled: place.changeRequestId !== undefined,
  });
  const error =
    page.error ??
    (space.data ? null : space.error) ??
    (session.data ? null : session.error) ??
    (changeRequest.data ? null : changeRequest.error);
  if (error) return <RouteError error={error} />;
  // What the service returns may be more than a document: the address of a group or link of the tree leads here, too.
  const other = page.data?.page as Schemas['Page'] | undefined;
  if (other && other.type !== 'document')
    return (
      <Suspense fallback={<PageLoading />}>
        <OtherPage place={place} page={other} />
      </Suspense>
    );
  const isLoaded = place.changeRequestId === undefined || changeRequest.data !== undefined;
  if (!editor || !page.data || !space.data || !isLoaded) return <PageLoading />;
  return (
    <editor.PageEditor
      place={place}
      opened={page.data}
      space={space.data}
      changeRequest={changeRequest.data}
      userId={userId}
    />
  );
}
