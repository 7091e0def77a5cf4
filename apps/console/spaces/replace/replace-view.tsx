import { PatternError } from '@lectern/markdown/find-in-text';
import type { TargetChanges } from '@lectern/markdown/find-replacements';
import type { Part } from '@lectern/markdown/list-texts';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { queries, type Space } from '../../api/queries.ts';
import { Button } from '../../app/button.tsx';
import { EmptyState, View } from '../../app/view.tsx';
import { CheckField, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { Section } from '../../forms/section.tsx';
import { t } from '../../messages/messages.ts';
import type { PartProps } from '../../settings/area-part.ts';
import { PatternTooSlow } from './create-searcher.ts';
import { AppliedPart, useDestination } from './destination.tsx';
import styles from './replace.module.css';
import { searchSpace, toPageChange } from './search-space.ts';
import { type Applied, applyChanges, countDone, openContent, type SpaceContent } from './space-content.ts';

const PARTS: readonly (readonly [part: Part, label: Parameters<typeof t>[0]])[] = [
  ['text', 'replaceInText'],
  ['code', 'replaceInCode'],
  ['links', 'replaceInLinks'],
  ['labels', 'replaceInLabels'],
];

interface Found {
  content: SpaceContent;
  targets: TargetChanges[];
  pattern: string;
}

/** Changes a text in all pages of a space: first shows each place, then makes the changes. */
export function ReplaceView({ owner: space }: PartProps<Space>) {
  const [found, setFound] = useState<Found>();
  const [applied, setApplied] = useState<{ count: number; result: Applied }>();
  return (
    <View title={t('replaceTitle')} viewKey={`replace ${space.id}`} lead={t('replaceLead')}>
      <SearchPart
        space={space}
        onFound={(next) => {
          setFound(next);
          setApplied(undefined);
        }}
      />
      {applied && (
        <AppliedPart
          spaceId={space.id}
          text={t('replaceDone', { count: applied.count })}
          applied={applied.result}
        />
      )}
      {found?.targets.length === 0 && <EmptyState title={t('replaceNone')} text={t('replaceNoneText')} />}
      {found && found.targets.length > 0 && (
        <FoundPart
          key={found.content.revisionId + found.pattern}
          space={space}
          found={found}
          onApplied={(result) => {
            setFound(undefined);
            setApplied(result);
          }}
        />
      )}
    </View>
  );
}

function SearchPart({ space, onFound }: { space: Space; onFound: (found: Found | undefined) => void }) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const search = async (fields: FormData): Promise<void> => {
    const pattern = String(fields.get('find') ?? '');
    const controller = new AbortController();
    running.current = controller;
    onFound(undefined);
    try {
      const content = await openContent(space.id);
      const total = content.pages.length;
      setProgress({ done: 0, total });
      const targets = await searchSpace(
        content,
        {
          pattern,
          replacement: String(fields.get('replacement') ?? ''),
          isRegex: fields.has('regex'),
          ignoresCase: !fields.has('case'),
          isWholeWord: fields.has('word'),
          parts: PARTS.flatMap(([part]) => (fields.has(`in-${part}`) ? [part] : [])),
          includesTitles: fields.has('titles'),
        },
        { onProgress: (done) => setProgress({ done, total }), signal: controller.signal },
      );
      onFound({ content, targets, pattern });
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof PatternError) throw new Error(t('replacePattern'));
      throw error instanceof PatternTooSlow ? new Error(t('replaceTooSlow', { title: error.title })) : error;
    } finally {
      setProgress(undefined);
    }
  };
  return (
    <Section title={t('replaceWhat')}>
      <Form done={null} label={t('replaceTitle')} submit={t('replaceSearch')} onSubmit={search}>
        <TextField name="find" label={t('replaceFind')} required spellCheck={false} />
        <TextField name="replacement" label={t('replaceWith')} spellCheck={false} />
        <div className={styles.row}>
          <CheckField name="case" label={t('replaceCase')} defaultChecked />
          <CheckField name="word" label={t('replaceWord')} />
          <CheckField name="regex" label={t('replaceRegex')} hint={t('replaceRegexHint')} />
        </div>
        <fieldset className={styles.parts}>
          <legend>{t('replaceWhere')}</legend>
          {PARTS.map(([part, label]) => (
            <CheckField key={part} name={`in-${part}`} label={t(label)} defaultChecked={part === 'text'} />
          ))}
          <CheckField name="titles" label={t('replaceInTitles')} />
        </fieldset>
        {progress && (
          <div className={styles.progress}>
            <progress
              aria-label={t('replaceSearch')}
              max={Math.max(1, progress.total)}
              value={progress.done}
            />
            <span>{t('replaceSearching', progress)}</span>
            <Button onClick={() => running.current?.abort()}>{t('replaceStop')}</Button>
          </div>
        )}
      </Form>
    </Section>
  );
}

const SHOWN_PAGES = 50;

function FoundPart({
  space,
  found: { content, targets, pattern },
  onApplied,
}: {
  space: Space;
  found: Found;
  onApplied: (result: { count: number; result: Applied }) => void;
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isWhole, setWhole] = useState(false);
  const { destination, field } = useDestination(space, t('replaceSubject', { text: pattern }));
  const chosen = targets.filter(({ id }) => !left.has(id));
  const count = chosen.reduce((sum, { replacements }) => sum + replacements.length, 0);
  const shown = isWhole ? targets : targets.slice(0, SHOWN_PAGES);
  const apply = async (): Promise<void> => {
    const changes = chosen.map((target) => ({
      change: toPageChange(target),
      count: target.replacements.length,
    }));
    const result = await applyChanges(
      content,
      changes.map(({ change }) => change),
      { destination },
    );
    void queries.invalidateQueries({ queryKey: ['space', space.id] });
    onApplied({ count: countDone(changes, result), result });
  };
  return (
    <Section
      title={t('replaceFound', {
        count: targets.reduce((sum, { replacements }) => sum + replacements.length, 0),
      })}
      text={t('replaceOnPages', { count: targets.length })}
    >
      <ul className={styles.pages} aria-label={t('replaceFound', { count })}>
        {shown.map((target) => (
          <TargetItem
            key={target.id}
            spaceId={space.id}
            target={target}
            isChosen={!left.has(target.id)}
            onChoose={(isChosen) => {
              const next = new Set(left);
              if (isChosen) next.delete(target.id);
              else next.add(target.id);
              setLeft(next);
            }}
          />
        ))}
      </ul>
      {shown.length < targets.length && (
        <div>
          <Button onClick={() => setWhole(true)}>{t('replaceShowAll')}</Button>
        </div>
      )}
      <Form
        done={null}
        label={t('destination')}
        submit={t('replaceApply', { count })}
        onSubmit={async () => {
          if (count > 0) await apply();
        }}
      >
        {field}
      </Form>
    </Section>
  );
}

const FIELDS = {
  title: 'replaceTitleField',
  description: 'replaceDescriptionField',
  link: 'replaceLinkField',
} as const;

function TargetItem({
  spaceId,
  target: { kind, id, title, replacements },
  isChosen,
  onChoose,
}: {
  spaceId: string;
  target: TargetChanges;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  return (
    <li className={styles.page}>
      <div className={styles.head}>
        <input
          type="checkbox"
          aria-label={t('replaceInclude', { title })}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
        {kind === 'page' ? (
          <Link to="/s/$spaceId/$pageId" params={{ spaceId, pageId: id }}>
            {title}
          </Link>
        ) : (
          title
        )}
        <small>{t('replaceFound', { count: replacements.length })}</small>
      </div>
      <ol className={styles.lines}>
        {replacements.map(({ line, field, before, removed, inserted, after }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places never change their order.
          <li key={position} className={styles.line}>
            <small>
              {field !== undefined && t(FIELDS[field])}
              {field === undefined && line !== undefined && t('replaceLine', { line: String(line) })}
            </small>
            <span>
              {before}
              <del>{removed}</del>
              {inserted !== '' && <ins>{inserted}</ins>}
              {after}
            </span>
          </li>
        ))}
      </ol>
    </li>
  );
}
