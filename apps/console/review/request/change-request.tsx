import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { changedPagesQuery, checksQuery, type RequestPlace } from '../../api/change-request.ts';
import { isNotFound } from '../../api/explain.ts';
import { pageChangesQuery } from '../../api/page-changes.ts';
import { changeRequestQuery, queries, type Space, spaceQuery } from '../../api/queries.ts';
import { nameOf, useIds } from '../../app/current.ts';
import { RouteError } from '../../app/route-error.tsx';
import { Loading, View } from '../../app/view.tsx';
import { t } from '../../messages/messages.ts';
import { ChangesTab } from './changes-tab.tsx';
import { useFollowRequest } from './follow-request.ts';
import { countFailed } from './merge-reason.ts';
import { RequestActions } from './request-actions.tsx';
import { RequestDetails } from './request-details.tsx';
import { RequestLead } from './request-lead.tsx';
import { isInProgress, type OpenRequest } from './request-parts.ts';
import type { RequestSearch, RequestTab } from './request-search.ts';
import { RequestTabs } from './request-tabs.tsx';
import { SubjectField } from './subject-field.tsx';

const DiscussionTab = lazy(async () => ({
  default: (await import('../comments/discussion-tab.tsx')).DiscussionTab,
}));
const ChecksTab = lazy(async () => ({ default: (await import('./checks-tab.tsx')).ChecksTab }));

/** Reads what the view begins with: the change request, its changed pages, and what changed in the first of them. */
export async function readRequestAhead(
  place: RequestPlace,
  { tab = 'changes', base }: RequestSearch,
): Promise<void> {
  const [{ revision }] = await Promise.all([
    queries.ensureQueryData(changeRequestQuery(place.spaceId, place.changeRequestId)),
    queries.ensureQueryData(spaceQuery(place.spaceId)),
  ]);
  if (tab !== 'changes') return;
  const { pages } = await queries.ensureInfiniteQueryData(changedPagesQuery(place, base, revision));
  const first = pages[0]?.items ?? [];
  await Promise.all(
    first.map(({ page }) => queries.prefetchQuery(pageChangesQuery({ place, base, revision }, page.id))),
  );
}

/** One change request: what it changes, what is said about it, and whether it can be merged. */
export function ChangeRequestView() {
  const { spaceId = '', changeRequestId = '' } = useIds();
  const place = useMemo(() => ({ spaceId, changeRequestId }), [spaceId, changeRequestId]);
  const { data: space, error: spaceError } = useQuery(spaceQuery(spaceId));
  const { data: request, error } = useQuery(changeRequestQuery(spaceId, changeRequestId));
  useFollowRequest(place, request?.id);
  // Shows the last known state while the service cannot be reached, but not after the object is deleted.
  if (error && (!request || isNotFound(error))) return <RouteError error={error} />;
  if (spaceError && (!space || isNotFound(spaceError))) return <RouteError error={spaceError} />;
  if (!request || !space)
    return (
      <View title={t('loading')} isWide>
        <Loading label={t('loading')} rows={8} />
      </View>
    );
  return <Opened key={request.id} opened={{ place, request, space }} />;
}

function Opened({ opened }: { opened: OpenRequest }) {
  const { place, request, space } = opened;
  const { tab = 'changes', base } = useSearch({ strict: false });
  const navigate = useNavigate();
  // The button “Merge” says why it is not available.
  const { data: checks } = useQuery({ ...checksQuery(place), enabled: isInProgress(request) });
  const title = nameOf(request.subject, t('untitled'));
  const choose = (chosen: RequestTab): void =>
    void navigate({
      to: '/s/$spaceId/change-requests/$changeRequestId',
      params: { ...place },
      search: (before) => ({ ...before, tab: chosen }),
      replace: true,
      resetScroll: false,
    });
  return (
    <View
      title={title}
      documentTitle={`${title} · ${t('changeRequestNumber', { number: request.number })}`}
      viewKey={request.id}
      isWide
      field={mayChange(space) ? <SubjectField opened={opened} /> : undefined}
      lead={<RequestLead opened={opened} />}
      actions={<RequestActions opened={opened} checks={checks} />}
    >
      <RequestDetails opened={opened} checks={checks} />
      <RequestTabs
        chosen={tab}
        counts={{ discussion: request.comments, checks: countFailed(checks) }}
        onChoose={choose}
      />
      <Panel tab={tab}>
        {tab === 'changes' && <ChangesTab opened={opened} base={base} />}
        {tab === 'discussion' && <DiscussionTab space={space} changeRequestId={place.changeRequestId} />}
        {tab === 'checks' && <ChecksTab opened={opened} />}
      </Panel>
    </View>
  );
}

const mayChange = ({ permissions }: Space): boolean => permissions.edit;

const Panel = ({ tab, children }: { tab: RequestTab; children: ReactNode }) => (
  <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
    <Suspense fallback={<Loading label={t('loading')} />}>{children}</Suspense>
  </div>
);
