import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { explain } from '../api/explain.ts';
import { collectionsQuery, spacesQuery } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { nameOf } from '../app/current.ts';
import { CheckField, ChoiceField, SelectField, TextField } from '../forms/fields.tsx';
import { Section } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import styles from './add-content.module.css';
import { FoundRoot } from './found-root.tsx';
import {
  credentialsOf,
  fieldsOf,
  type ImportBody,
  type ImportRun,
  type ImportTarget,
  sourceNameOf,
  startImport,
} from './import-run.ts';

const MOST = 20;

/** What a look has found: choose of it, and where it goes. */
export function FoundContent({
  run,
  organizationId,
  target,
  onImport,
  onBack,
}: {
  run: ImportRun;
  organizationId: string;
  target: ImportTarget;
  onImport(importId: string): void;
  onBack(): void;
}) {
  const [chosen, setChosen] = useState(() => suggested(run, target));
  const [titles, setTitles] = useState<ReadonlyMap<number, string>>(new Map());
  const [place, setPlace] = useState<'new' | 'space'>(target.spaceId === undefined ? 'new' : 'space');
  const [stays, setStays] = useState<'once' | 'import' | 'both'>('once');
  const [hasSite, setHasSite] = useState(true);
  const [refusal, setRefusal] = useState<string>();
  const [isSending, setSending] = useState(false);
  const heading = useId();
  const roots = run.roots.filter((_, index) => chosen.has(index));
  const count = roots.length;
  const isOne = count === 1;
  const isNew = place === 'new' || !isOne;
  const canStay =
    isNew && run.source.type === 'repository' && roots.some(({ format }) => format === 'markdown');
  const toggle = (index: number, isChosen: boolean): void => {
    const next = new Set(chosen);
    if (isChosen) next.add(index);
    else next.delete(index);
    setChosen(next);
  };
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending || count === 0) return;
    const fields = new FormData(event.currentTarget);
    setSending(true);
    setRefusal(undefined);
    try {
      const body = bodyOf(run, {
        roots: [...chosen].sort((a, b) => a - b).map((index) => ({ index, title: titles.get(index) })),
        text: (name) => String(fields.get(name) ?? '').trim(),
        isNew,
        hasSite: isNew && !isOne && hasSite,
        stays: canStay ? stays : 'once',
      });
      onImport((await startImport(organizationId, body)).id);
    } catch (error) {
      setRefusal(explain(error));
      setSending(false);
    }
  };
  return (
    <form className={styles.found} onSubmit={send}>
      {refusal !== undefined && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <div>
        <h2 id={heading} className={styles.foundTitle}>
          {t('foundSets', { count: run.rootCount, product: run.product ?? '' })}
        </h2>
        <p className={styles.soft}>
          {sourceNameOf(run)}
          {run.source.ref !== undefined &&
            ` · ${t('branchNamed', { name: run.source.ref.replace(/^refs\/heads\//, '') })}`}
        </p>
      </div>
      <ul aria-label={t('chooseWhat')} className={styles.roots}>
        {run.roots.map((root, index) => (
          <FoundRoot
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change.
            key={index}
            root={root}
            isOnly={run.roots.length === 1}
            isChosen={chosen.has(index)}
            isFull={count >= MOST}
            onChoose={(isChosen) => toggle(index, isChosen)}
            title={isNew && chosen.has(index) ? (titles.get(index) ?? root.title) : undefined}
            onTitle={(title) => setTitles(new Map(titles).set(index, title))}
          />
        ))}
      </ul>
      {count > 0 && (
        <>
          <Target
            {...{ organizationId, target, isOne, isNew, place, setPlace, count, hasSite, setHasSite, run }}
          />
          {canStay && (
            <Staying
              stays={stays}
              onChange={setStays}
              isMixed={roots.some(({ format }) => format !== 'markdown')}
            />
          )}
        </>
      )}
      <div className={styles.buttons}>
        <Button type="submit" look="primary" disabled={isSending || count === 0}>
          {t('importChosen', { count: Math.max(1, count) })}
        </Button>
        <Button onClick={onBack}>{t('lookElsewhere')}</Button>
      </div>
    </form>
  );
}

/** The roots that are probably meant, by their positions; one of them if they go into a space. */
function suggested({ roots }: ImportRun, { spaceId }: ImportTarget): ReadonlySet<number> {
  const all = roots.flatMap(({ status, isSuggested }, index) =>
    status === 'found' && (isSuggested || roots.length === 1) ? [index] : [],
  );
  return new Set(all.slice(0, spaceId === undefined ? MOST : 1));
}

interface Choices {
  roots: readonly { index: number; title: string | undefined }[];
  text(name: string): string;
  isNew: boolean;
  hasSite: boolean;
  stays: 'once' | 'import' | 'both';
}

function bodyOf(run: ImportRun, { roots, text, isNew, hasSite, stays }: Choices): ImportBody {
  const { url, upload, ref, repoProjectDirectory, type } = run.source;
  const credentials = credentialsOf(run.id);
  const parentId = text('collection') || undefined;
  return {
    ...(upload ? { upload } : { url: url ?? '' }),
    ...(type ? { source: type } : {}),
    ...(ref ? { ref } : {}),
    ...(repoProjectDirectory ? { repoProjectDirectory } : {}),
    ...(credentials ? { credentials } : {}),
    roots: roots.map(({ index, title }) => {
      const root = run.roots[index] as ImportRun['roots'][number];
      const named = title?.trim() || root.title;
      return {
        path: root.path,
        ...(root.format === 'website' ? {} : { format: root.format }),
        ...(isNew && named !== '' ? { title: named } : {}),
      };
    }),
    ...fieldsOf(isNew ? { parentId } : { spaceId: text('space') }),
    ...(hasSite ? { site: { title: text('siteTitle') } } : {}),
    ...(stays === 'once' ? {} : { sync: stays }),
  };
}

function Target({
  organizationId,
  target,
  isOne,
  isNew,
  place,
  setPlace,
  count,
  hasSite,
  setHasSite,
  run,
}: {
  organizationId: string;
  target: ImportTarget;
  isOne: boolean;
  isNew: boolean;
  place: 'new' | 'space';
  setPlace(place: 'new' | 'space'): void;
  count: number;
  hasSite: boolean;
  setHasSite(hasSite: boolean): void;
  run: ImportRun;
}) {
  const { data: spaces = [] } = useQuery(spacesQuery(organizationId));
  const { data: collections = [] } = useQuery(collectionsQuery(organizationId));
  const open = spaces.filter(({ permissions }) => permissions.edit);
  const named = <One extends { id: string; title?: string }>(list: readonly One[]) =>
    list.map(({ id, title }) => [id, nameOf(title, t('untitled'))] as const);
  return (
    <Section title={t('whereItGoes')}>
      {isOne && open.length > 0 && (
        <ChoiceField
          name="place"
          label={t('whereItGoes')}
          value={place}
          onChange={(value) => setPlace(value as 'new' | 'space')}
          choices={[
            { value: 'new', label: t('asNewSpaces', { count }), hint: t('asNewSpacesText') },
            { value: 'space', label: t('intoSpace'), hint: t('intoSpaceText') },
          ]}
        />
      )}
      {isNew && collections.length > 0 && (
        <SelectField
          name="collection"
          label={t('targetCollection')}
          defaultValue={target.parentId ?? ''}
          options={[['', t('noTargetCollection')], ...named(collections)]}
        />
      )}
      {!isNew && (
        <SelectField
          name="space"
          label={t('targetSpace')}
          defaultValue={target.spaceId}
          options={named(open)}
        />
      )}
      {isNew && !isOne && (
        <>
          <CheckField
            name="hasSite"
            label={t('oneSiteOfThem')}
            hint={t('oneSiteHint')}
            checked={hasSite}
            onChange={({ currentTarget }) => setHasSite(currentTarget.checked)}
          />
          {hasSite && (
            <TextField
              name="siteTitle"
              label={t('siteTitleOf')}
              required
              minLength={2}
              maxLength={128}
              defaultValue={siteTitleOf(run)}
            />
          )}
        </>
      )}
    </Section>
  );
}

/** The last part of the address, as a first proposal. */
function siteTitleOf(run: ImportRun): string {
  const last =
    sourceNameOf(run)
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? '';
  return last.length < 2 ? t('firstSpaceTitle') : `${last.charAt(0).toUpperCase()}${last.slice(1)}`;
}

const Staying = ({
  stays,
  onChange,
  isMixed,
}: {
  stays: 'once' | 'import' | 'both';
  onChange(stays: 'once' | 'import' | 'both'): void;
  isMixed: boolean;
}) => (
  <Section title={t('howItStays')} {...(isMixed ? { text: t('syncOnlyMarkdown') } : {})}>
    <ChoiceField
      name="stays"
      label={t('howItStays')}
      value={stays}
      onChange={(value) => onChange(value as 'once' | 'import' | 'both')}
      choices={[
        { value: 'once', label: t('importOnce'), hint: t('importOnceText') },
        { value: 'import', label: t('followGit'), hint: t('followGitText') },
        { value: 'both', label: t('syncGit'), hint: t('syncGitText') },
      ]}
    />
  </Section>
);
