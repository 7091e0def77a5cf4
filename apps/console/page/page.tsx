import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { changeRequestQuery, sessionQuery, spaceQuery } from '../api/queries.ts';
import { useIds } from '../app/current.ts';
import { RouteError } from '../app/route-error.tsx';
import type { Place } from '../saving/journal.ts';
import { openedPageQuery } from './opened-page.ts';
import { PageLoading } from './page-loading.tsx';

/** The editor is by far the largest part: pages of lists need nothing of it. */
const PageEditor = lazy(async () => ({ default: (await import('./page-editor.tsx')).PageEditor }));

/** A page, live or in a change request. */
export function Page() {
  const { spaceId = '', pageId = '', changeRequestId } = useIds();
  const place: Place = { spaceId, pageId, ...(changeRequestId === undefined ? {} : { changeRequestId }) };
  return (
    <Suspense fallback={<PageLoading />} key={`${spaceId}/${changeRequestId ?? ''}/${pageId}`}>
      <OpenPage place={place} />
    </Suspense>
  );
}

function OpenPage({ place }: { place: Place }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: space } = useSuspenseQuery(spaceQuery(place.spaceId));
  const { data: page, error } = useQuery(
    openedPageQuery(place, session.user?.id ?? '', {
      mayEdit: space.permissions.edit,
      current: space.revision,
    }),
  );
  const changeRequest = useQuery({
    ...changeRequestQuery(place.spaceId, place.changeRequestId ?? ''),
    enabled: place.changeRequestId !== undefined,
  });
  const failure = error ?? changeRequest.error;
  if (failure) return <RouteError error={failure} />;
  if (!page || (place.changeRequestId !== undefined && !changeRequest.data)) return <PageLoading />;
  return (
    <PageEditor
      place={place}
      opened={page}
      space={space}
      changeRequest={changeRequest.data}
      userId={session.user?.id ?? ''}
    />
  );
}
