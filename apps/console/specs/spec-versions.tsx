import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type SpecKey, specVersionsQuery } from '../api/specs.ts';
import { fullTime } from '../app/time.tsx';
import { EmptyState } from '../app/view.tsx';
import { SelectFilter } from '../forms/filters.tsx';
import { Section } from '../forms/section.tsx';
import { MoreButton } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import { DownloadButton } from './download-button.tsx';
import { SpecChanges } from './spec-changes.tsx';

/** The versions of a spec, and what changed in the one that is chosen: at first the latest. */
export function SpecVersions({ path, latest }: { path: SpecKey; latest: string | undefined }) {
  if (latest === undefined)
    return (
      <Section title={t('specVersions')} text={t('specVersionsLead')}>
        <EmptyState title={t('noSpecVersions')} text={t('noSpecVersionsHint')} />
      </Section>
    );
  return <VersionList key={latest} path={path} latest={latest} />;
}

function VersionList({ path, latest }: { path: SpecKey; latest: string }) {
  const list = useInfiniteQuery(specVersionsQuery(path, latest));
  const [chosen, setChosen] = useState(latest);
  const versions = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Section title={t('specVersions')} text={t('specVersionsLead')}>
      <SelectFilter
        label={t('specVersion')}
        value={chosen}
        onChange={setChosen}
        options={
          versions.length === 0
            ? [[latest, t('specLatest')]]
            : versions.map(({ id, createdAt }) => [
                id,
                id === latest ? `${fullTime(createdAt)} · ${t('specLatest')}` : fullTime(createdAt),
              ])
        }
      />
      <MoreButton list={list} />
      <DownloadButton path={{ ...path, versionId: chosen }} />
      <SpecChanges key={chosen} path={{ ...path, versionId: chosen }} />
    </Section>
  );
}
