import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { explain } from '../../api/explain.ts';
import { queries, type Space, spaceQuery } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { nameOf } from '../../app/current.ts';
import { showError } from '../../app/toasts.tsx';
import { Form } from '../../forms/form.tsx';
import { Section } from '../../forms/section.tsx';
import { t } from '../../messages/messages.ts';
import { useDestination } from '../replace/destination.tsx';
import styles from '../replace/replace.module.css';
import { type Applied, applyChanges, countDone } from '../replace/space-content.ts';
import { type BrokenLink, wordsOf } from './group-links.ts';
import linkStyles from './links.module.css';
import { planRepair, type Repair } from './plan-repair.ts';
import { type RepairPlace, selectPlaces } from './select-places.ts';
import { type ChosenTarget, TargetField } from './target-field.tsx';

interface Planned {
  target: ChosenTarget;
  revisionId: string;
  repair: Repair;
}

/** Gives broken links another target: first shows each line before and after, then changes them. */
export function RepairPart({
  space,
  links,
  onDone,
  onCancel,
}: {
  space: Space;
  links: readonly BrokenLink[];
  onDone: (done: { count: number; applied: Applied }) => void;
  onCancel: () => void;
}) {
  const targets = [...new Set(links.map(({ target }) => target))];
  const [chosen, setChosen] = useState<ChosenTarget>();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [planned, setPlanned] = useState<Planned>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const plan = async (): Promise<void> => {
    if (!chosen) return;
    const controller = new AbortController();
    running.current = controller;
    const total = selectPlaces(links).length;
    setProgress({ done: 0, total });
    try {
      const { revision } = await queries.fetchQuery({ ...spaceQuery(space.id), staleTime: 0 });
      const repair = await planRepair({ spaceId: space.id, revisionId: revision }, links, {
        target: chosen.target,
        onProgress: (done) => setProgress({ done, total }),
        signal: controller.signal,
      });
      setPlanned({ target: chosen, revisionId: revision, repair });
    } catch (error) {
      if (!controller.signal.aborted) showError(explain(error));
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Section
      title={t('repairTitle')}
      text={t('brokenSelected', { count: links.length })}
      actions={<Button onClick={onCancel}>{t('cancel')}</Button>}
    >
      <div className={linkStyles.from}>
        <span>{t('repairFrom')}</span>
        <span>
          {targets.slice(0, SHOWN_TARGETS).map((target) => (
            <code key={target}>{target}</code>
          ))}
          {targets.length > SHOWN_TARGETS && t('gitPreviewMore', { count: targets.length - SHOWN_TARGETS })}
        </span>
      </div>
      <TargetField
        spaceId={space.id}
        start={targets.length === 1 ? wordsOf(targets[0] ?? '') : ''}
        onChoose={(next) => {
          setChosen(next);
          setPlanned(undefined);
        }}
      />
      {progress && (
        <div className={styles.progress}>
          <progress aria-label={t('repairPreview')} max={Math.max(1, progress.total)} value={progress.done} />
          <span>{t('repairReading', progress)}</span>
        </div>
      )}
      {!planned && (
        <div>
          <Button look="primary" disabled={!chosen || progress !== undefined} onClick={() => void plan()}>
            {t('repairPreview')}
          </Button>
        </div>
      )}
      {planned && <PlannedPart key={planned.target.target} space={space} planned={planned} onDone={onDone} />}
    </Section>
  );
}

const SHOWN_TARGETS = 5;
const SHOWN_PAGES = 100;

function PlannedPart({
  space,
  planned: { target, revisionId, repair },
  onDone,
}: {
  space: Space;
  planned: Planned;
  onDone: (done: { count: number; applied: Applied }) => void;
}) {
  const { places, count, missed } = repair;
  // Ids mean nothing to users.
  const shown = target.target.startsWith('/') ? target.title : target.target;
  const { destination, field } = useDestination(space, t('repairSubject', { target: target.title }));
  const apply = async (): Promise<void> => {
    const changes = places.map(({ change }) => change);
    const applied = await applyChanges({ spaceId: space.id, revisionId }, changes, { destination });
    // The list that is shown next no longer has what was repaired.
    await queries.invalidateQueries({ queryKey: ['space', space.id] });
    onDone({ count: countDone(places, applied), applied });
  };
  return (
    <>
      <p role="status">
        <strong>{t('repairChanges', { count })}</strong>
      </p>
      <ul className={styles.pages} aria-label={t('repairChanges', { count })}>
        {places.slice(0, SHOWN_PAGES).map(({ lines, ...place }) => (
          <li key={`${place.kind} ${place.id}`} className={styles.page}>
            <div className={styles.head}>
              <PlaceName spaceId={space.id} place={place} />
            </div>
            <ol className={styles.lines}>
              {lines.map(({ line, before, after }, position) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
                <li key={position} className={styles.line}>
                  <small>{line !== undefined && t('replaceLine', { line: String(line) })}</small>
                  <div className={styles.both}>
                    <del>
                      <code>{before}</code>
                    </del>
                    <ins>
                      <code>{after.replaceAll(target.target, shown)}</code>
                    </ins>
                  </div>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
      {places.length > SHOWN_PAGES && <p>{t('gitPreviewMore', { count: places.length - SHOWN_PAGES })}</p>}
      {missed.length > 0 && (
        <div>
          <p>{t('repairMissed')}</p>
          <ul>
            {missed.map((place) => (
              <li key={`${place.kind} ${place.id}`}>
                <PlaceName spaceId={space.id} place={place} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {count > 0 && (
        <Form done={null} label={t('destination')} submit={t('repairApply')} onSubmit={apply}>
          {field}
        </Form>
      )}
    </>
  );
}

function PlaceName({ spaceId, place: { kind, id, title } }: { spaceId: string; place: RepairPlace }) {
  const name = nameOf(title, t('untitled'));
  if (kind === 'reusable') return <span>{t('brokenInReusable', { title: name })}</span>;
  if (kind === 'entry')
    return (
      <span>
        {name} ({t('brokenInContents')})
      </span>
    );
  return (
    <Link to="/s/$spaceId/$pageId" params={{ spaceId, pageId: id }}>
      {name}
    </Link>
  );
}
