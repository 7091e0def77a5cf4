import { ApiError } from '@lectern/client/api-error';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { sessionQuery, spaceQuery } from '../api/queries.ts';
import { NotFound } from '../app/not-found.tsx';
import type { Place } from '../saving/journal.ts';
import { openedPageQuery } from './opened-page.ts';
import { PageLoading } from './page-loading.tsx';

/** The editor is by far the largest part: pages of lists need nothing of it. */
const PageEditor = lazy(async () => ({ default: (await import('./page-editor.tsx')).PageEditor }));

/** A page, live or in a change request. */
export function Page() {
  const params = useParams({ strict: false });
  const { spaceId = '', pageId = '', changeRequest } = params as Record<string, string | undefined>;
  const place: Place = {
    spaceId,
    pageId,
    ...(changeRequest === undefined ? {} : { changeRequestId: changeRequest }),
  };
  const key = `${spaceId}/${changeRequest ?? ''}/${pageId}`;
  return (
    <Suspense fallback={<PageLoading />} key={key}>
      <OpenPage place={place} />
    </Suspense>
  );
}

function OpenPage({ place }: { place: Place }) {
  const { data: session } = useSuspenseQuery(sessionQuery);
  const { data: space } = useSuspenseQuery(spaceQuery(place.spaceId));
  const { data: page, error } = useQuery(openedPageQuery(place, session.user?.id ?? ''));
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error) throw error;
  if (!page) return <PageLoading />;
  return <PageEditor place={place} opened={page} space={space} userId={session.user?.id ?? ''} />;
}
