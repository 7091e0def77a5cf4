import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Space } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { nameOf } from '../../app/current.ts';
import { RouteError } from '../../app/route-error.tsx';
import { EmptyState, Loading, View } from '../../app/view.tsx';
import { Badge } from '../../forms/section.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import type { PartProps } from '../../settings/area-part.ts';
import { AppliedPart } from '../replace/destination.tsx';
import type { Applied } from '../replace/space-content.ts';
import {
  type BrokenLink,
  CAUSES,
  type Cause,
  filterGroups,
  groupLinks,
  isRepairable,
  type TargetGroup,
} from './group-links.ts';
import styles from './links.module.css';
import { brokenLinksQuery } from './links-query.ts';
import { RepairPart } from './repair-part.tsx';
import { findLines } from './repair-source.ts';
import { saveRows } from './save-rows.ts';

const SHOWN_GROUPS = 100;
const FEW_GROUPS = 10;

/** The broken links of a space by their causes, which can be repaired together. */
export function BrokenLinksView({ owner: space }: PartProps<Space>) {
  const { data, error } = useQuery(brokenLinksQuery(space.id));
  const [repaired, setRepaired] = useState<{ count: number; applied: Applied }>();
  if (error && !data) return <RouteError error={error} />;
  return (
    <View
      title={t('brokenLinks')}
      viewKey={`broken ${space.id}`}
      lead={t('brokenLead')}
      actions={
        data &&
        data.links.length > 0 && (
          <Button icon="out" onClick={() => exportLinks(space, data.links)}>
            {t('brokenExport')}
          </Button>
        )
      }
    >
      {!data && <Loading label={t('brokenLoading')} />}
      {repaired && (
        <AppliedPart
          spaceId={space.id}
          text={t('repairDone', { count: repaired.count })}
          applied={repaired.applied}
        />
      )}
      {data?.links.length === 0 && (
        <EmptyState
          title={t('brokenNone')}
          text={data.total === 0 ? t('brokenNoLinks') : t('brokenNoneText', { count: data.total })}
        />
      )}
      {data && data.links.length > 0 && (
        <LinkList space={space} links={data.links} total={data.total} onRepaired={setRepaired} />
      )}
    </View>
  );
}

function LinkList({
  space,
  links,
  total,
  onRepaired,
}: {
  space: Space;
  links: readonly BrokenLink[];
  total: number;
  onRepaired: (done: { count: number; applied: Applied } | undefined) => void;
}) {
  const [words, setWords] = useState('');
  const [cause, setCause] = useState<Cause | ''>('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isRepairing, setRepairing] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const groups = useMemo(() => groupLinks(links), [links]);
  const shown = useMemo(() => filterGroups(groups, words, cause), [groups, words, cause]);
  const causes = CAUSES.filter((one) => groups.some((group) => group.cause === one));
  const mayRepair = space.permissions.edit;
  const repairable = shown.flatMap((group) => group.links.filter(isRepairable));
  const selected = links.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], isChosen: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  if (isRepairing && selected.length > 0)
    return (
      <RepairPart
        space={space}
        links={selected}
        onCancel={() => setRepairing(false)}
        onDone={(done) => {
          setRepairing(false);
          setChosen(new Set());
          onRepaired(done);
        }}
      />
    );
  const isAll = repairable.length > 0 && repairable.every(({ id }) => chosen.has(id));
  return (
    <>
      <p>{t('brokenCount', { count: links.length, total })}</p>
      <div className={styles.filters}>
        <label>
          <span>{t('brokenFilter')}</span>
          <input
            type="search"
            placeholder={t('brokenFilterHint')}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </label>
        <label>
          <span>{t('brokenCause')}</span>
          <select value={cause} onChange={({ currentTarget }) => setCause(currentTarget.value as Cause | '')}>
            <option value="">{t('brokenAnyCause')}</option>
            {causes.map((one) => (
              <option key={one} value={one}>
                {t(`brokenCause-${one}` as keyof Messages)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {mayRepair && repairable.length > 0 && (
        <div className={styles.bar}>
          <label>
            <input
              type="checkbox"
              checked={isAll}
              onChange={() =>
                choose(
                  repairable.map(({ id }) => id),
                  !isAll,
                )
              }
            />
            {t('brokenSelectAll')}
          </label>
          {/* The number is announced when it changes. */}
          <span role="status">{selected.length > 0 && t('brokenSelected', { count: selected.length })}</span>
          <Button
            look="primary"
            disabled={selected.length === 0}
            onClick={() => {
              onRepaired(undefined);
              setRepairing(true);
            }}
          >
            {t('brokenRepair')}
          </Button>
        </div>
      )}
      {shown.length === 0 && <EmptyState title={t('brokenNoMatch')} />}
      {causes.map((one) => {
        const own = (isWhole ? shown : shown.slice(0, SHOWN_GROUPS)).filter((group) => group.cause === one);
        if (own.length === 0) return null;
        const title = t(`brokenCause-${one}` as keyof Messages);
        return (
          <section key={one} aria-label={title} className={styles.cause}>
            <h2>
              {title} <Badge>{own.reduce((sum, group) => sum + group.links.length, 0)}</Badge>
            </h2>
            <ul className={styles.groups}>
              {own.map((group) => (
                <GroupItem
                  key={group.target}
                  space={space}
                  group={group}
                  chosen={chosen}
                  isFew={groups.length <= FEW_GROUPS}
                  onChoose={mayRepair ? choose : undefined}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {!isWhole && shown.length > SHOWN_GROUPS && (
        <div>
          <Button onClick={() => setWhole(true)}>{t('replaceShowAll')}</Button>
        </div>
      )}
    </>
  );
}

function GroupItem({
  space,
  group: { target, links },
  chosen,
  isFew,
  onChoose,
}: {
  space: Space;
  group: TargetGroup;
  /** Whether there are so few groups that all of them can be open. */
  isFew: boolean;
  chosen: ReadonlySet<string>;
  /** Undefined: the user may not repair links. */
  onChoose: ((ids: readonly string[], isChosen: boolean) => void) | undefined;
}) {
  const [isOpen, setOpen] = useState(isFew && links.length === 1);
  const name = target === '' ? t('brokenEmptyTarget') : target;
  const repairable = links.filter(isRepairable).map(({ id }) => id);
  const isAll = repairable.length > 0 && repairable.every((id) => chosen.has(id));
  const pages = new Set(links.map(({ page, reusable }) => page?.id ?? reusable?.id ?? '')).size;
  const detail = links.find((link) => link.detail !== undefined)?.detail;
  return (
    <li className={styles.group}>
      {onChoose && (
        <input
          type="checkbox"
          aria-label={t('brokenSelect', { target: name })}
          disabled={repairable.length === 0}
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && repairable.some((id) => chosen.has(id));
          }}
          onChange={() => onChoose(repairable, !isAll)}
        />
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <code>{name}</code>
          <small>
            {detail !== undefined && `${detail} · `}
            {t('brokenPlaces', { count: pages })}
          </small>
        </summary>
        <ul>
          {(isOpen ? links : []).map((link) => (
            <PlaceItem
              key={link.id}
              space={space}
              link={link}
              isChosen={chosen.has(link.id)}
              onChoose={links.length > 1 ? onChoose : undefined}
            />
          ))}
        </ul>
      </details>
    </li>
  );
}

function PlaceItem({
  space,
  link,
  isChosen,
  onChoose,
}: {
  space: Space;
  link: BrokenLink;
  isChosen: boolean;
  onChoose: ((ids: readonly string[], isChosen: boolean) => void) | undefined;
}) {
  const { id, page, reusable, anchor } = link;
  const title = page && nameOf(page.title, t('untitled'));
  return (
    <li className={styles.place}>
      {onChoose && isRepairable(link) && (
        <input
          type="checkbox"
          aria-label={t('brokenSelectPlace', { page: title ?? reusable?.title ?? '' })}
          checked={isChosen}
          onChange={() => onChoose([id], !isChosen)}
        />
      )}
      {page && link.kind === 'page-link' && (
        <span>
          {title} ({t('brokenInContents')})
        </span>
      )}
      {page && link.kind !== 'page-link' && (
        <Link
          to="/s/$spaceId/$pageId"
          params={{ spaceId: space.id, pageId: page.id }}
          {...(anchor === undefined ? {} : { hash: anchor })}
        >
          {title}
        </Link>
      )}
      {!page && (
        <span>{reusable ? t('brokenInReusable', { title: reusable.title }) : t('brokenInContents')}</span>
      )}
      {anchor !== undefined && <small>{t('brokenBelow', { anchor })}</small>}
      {!isRepairable(link) && <Badge>{t('brokenByHand')}</Badge>}
      {page && link.kind !== 'page-link' && <Words spaceId={space.id} pageId={page.id} link={link} />}
    </li>
  );
}

/** The words around a link, from the source of its page. */
function Words({
  spaceId,
  pageId,
  link: { target, kind },
}: {
  spaceId: string;
  pageId: string;
  link: BrokenLink;
}) {
  const { data: source } = useQuery({
    queryKey: ['space', spaceId, 'source', pageId],
    queryFn: async () => {
      const page = await api.get('/v1/spaces/{spaceId}/content/page/{pageId}', {
        path: { spaceId, pageId },
        query: { format: 'markdown', metadata: false },
      });
      return (page as { markdown?: string }).markdown ?? '';
    },
  });
  const lines = source === undefined ? [] : findLines(source, target, new Set([kind]));
  if (lines.length === 0) return null;
  return (
    <ul className={styles.words}>
      {lines.map((line, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal lines are told apart by nothing else.
        <li key={position}>{cutAround(line, target)}</li>
      ))}
    </ul>
  );
}

const MAX_WORDS = 160;

/** As much of a long line as is around the target. */
function cutAround(line: string, target: string): string {
  if (line.length <= MAX_WORDS) return line;
  const end = line.indexOf(target) + target.length + 20;
  const start = Math.max(0, end - MAX_WORDS);
  return `${start > 0 ? '…' : ''}${line.slice(start, start + MAX_WORDS)}${start + MAX_WORDS < line.length ? '…' : ''}`;
}

function exportLinks(space: Space, links: readonly BrokenLink[]): void {
  const head = [
    t('brokenCsvCause'),
    t('brokenCsvTarget'),
    t('brokenCsvKind'),
    t('brokenCsvPage'),
    t('brokenCsvAnchor'),
    t('brokenCsvAddress'),
  ];
  const rows = links.map(({ cause, target, kind, page, reusable, anchor }) => [
    t(`brokenCause-${cause}` as keyof Messages),
    target,
    kind,
    page?.title ?? reusable?.title ?? '',
    anchor ?? '',
    page ? `${space.urls.app.replace(/\/$/, '')}/${page.id}${anchor === undefined ? '' : `#${anchor}`}` : '',
  ]);
  saveRows(`${nameOf(space.title, 'space').replace(/[^\p{L}\p{N}]+/gu, '-')}-links.csv`, [head, ...rows]);
}
