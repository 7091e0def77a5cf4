import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries, type Site } from '../api/queries.ts';
import { announce } from '../app/announce.tsx';
import { Button } from '../app/button.tsx';
import { useIds } from '../app/current.ts';
import { askFirst } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { SelectField } from '../forms/fields.tsx';
import { type FieldErrors, FormErrors, fieldErrorsOf } from '../forms/form-errors.ts';
import { useUnsaved } from '../forms/use-unsaved.ts';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import {
  customizationQuery,
  type Draft,
  type Editing,
  pathOf,
  type SiteKey,
  saveCustomization,
  toBody,
  toDraft,
} from './customization.ts';
import styles from './customization-view.module.css';
import { type GroupName, LookForm } from './look-form.tsx';
import { LookFrame } from './look-frame.tsx';
import { sitePagesQuery, siteSpacesQuery } from './site-pages.ts';

/** How a site looks: a form beside the site itself. */
export function CustomizationView({ owner: site }: PartProps<Site>) {
  const { organizationId = '', siteId = '' } = useIds();
  const key = useMemo(() => ({ organizationId, siteId }), [organizationId, siteId]);
  const { data: stored, error } = useQuery(customizationQuery(key));
  const { data: spaces } = useQuery(siteSpacesQuery(key));
  if (error && !stored) return <RouteError error={error} />;
  if (!stored || !spaces)
    return (
      <View title={t('look')} isWide>
        <Loading label={t('loading')} />
      </View>
    );
  return <LookEditor site={site} siteKey={key} stored={toDraft(stored)} spaces={spaces} />;
}

type SiteSpace = NonNullable<ReturnType<typeof useSpaces>>[number];
const useSpaces = (key: SiteKey) => useQuery(siteSpacesQuery(key)).data;

interface EditorProps {
  site: Site;
  siteKey: SiteKey;
  stored: Draft;
  spaces: readonly SiteSpace[];
}

function LookEditor({ site, siteKey, stored, spaces }: EditorProps) {
  const [saved, setSaved] = useState(stored);
  const [draft, setDraft] = useState(stored);
  const [group, setGroup] = useState<GroupName | undefined>('brand');
  const [shown, setShown] = useState<'form' | 'preview'>('form');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string; fields: FieldErrors }>();
  const isChanged = useMemo(
    () => JSON.stringify(toBody(draft)) !== JSON.stringify(toBody(saved)),
    [draft, saved],
  );
  const unsaved = useUnsaved();
  useEffect(() => unsaved.set(isChanged), [unsaved, isChanged]);
  const spaceId = spaces.find((one) => one.default)?.space.id ?? spaces[0]?.space.id;
  const [filesOrigin, setFilesOrigin] = useState<string>();

  const editing: Editing = {
    draft,
    site,
    set: (change) => setDraft((now) => ({ ...now, ...change }) as Draft),
    setIn: (name, change) => setDraft((now) => ({ ...now, [name]: { ...now[name], ...change } }) as Draft),
  };

  const save = async (body: Parameters<typeof saveCustomization>[1]): Promise<void> => {
    setSending(true);
    setRefusal(undefined);
    try {
      const next = toDraft(await saveCustomization(siteKey, body));
      setSaved(next);
      setDraft(next);
      unsaved.set(false);
      showToast(t('lookSaved'));
      await queries.invalidateQueries({
        queryKey: ['organization', siteKey.organizationId, 'site', siteKey.siteId],
        refetchType: 'none',
      });
    } catch (error) {
      const fields = fieldErrorsOf(error);
      setRefusal({ text: explain(error), fields });
      announce(explain(error));
    } finally {
      setSending(false);
    }
  };
  const reset = (): void =>
    askFirst(
      { title: t('lookResetTitle'), text: t('lookResetText'), submit: t('lookReset'), isDanger: true },
      () => save({}),
    );
  return (
    <View
      title={t('look')}
      lead={t('lookLead')}
      isWide
      actions={
        <>
          {isChanged && <span className={styles.unsaved}>{t('lookUnsaved')}</span>}
          {isChanged ? (
            <Button onClick={() => setDraft(saved)}>{t('lookDiscard')}</Button>
          ) : (
            <Button onClick={reset}>{t('lookReset')}</Button>
          )}
          <Button look="primary" disabled={!isChanged || isSending} onClick={() => void save(toBody(draft))}>
            {t('save')}
          </Button>
        </>
      }
    >
      {refusal && (
        <p role="alert" className={styles.refusal}>
          {refusal.text}
        </p>
      )}
      <fieldset className={styles.toggle}>
        <legend className="visually-hidden">{t('lookPreview')}</legend>
        {(['form', 'preview'] as const).map((part) => (
          <button key={part} type="button" aria-pressed={shown === part} onClick={() => setShown(part)}>
            {t(part === 'form' ? 'lookSettings' : 'lookPreview')}
          </button>
        ))}
      </fieldset>
      <div className={styles.columns} data-shown={shown}>
        <div className={styles.form}>
          <FormErrors value={refusal?.fields ?? NONE}>
            <LookForm
              {...editing}
              siteKey={siteKey}
              filesOrigin={filesOrigin}
              spaceId={spaceId}
              open={group}
              onOpen={setGroup}
            />
          </FormErrors>
        </div>
        <div className={styles.preview}>
          <Preview siteKey={siteKey} draft={draft} spaces={spaces} group={group} onOrigin={setFilesOrigin} />
        </div>
      </div>
    </View>
  );
}

const NONE: FieldErrors = new Map();

/** The anchors of the preview at which a group of the form shows. */
const PLACES: Partial<Record<GroupName, string>> = { footer: '_footer' };

/** The site with the draft: one of its pages, light or dark, as on a computer or a phone. */
function Preview({
  siteKey,
  draft,
  spaces,
  group,
  onOrigin,
}: {
  siteKey: SiteKey;
  draft: Draft;
  spaces: readonly SiteSpace[];
  group: GroupName | undefined;
  /** Hears the origin of the sites, where their files are. */
  onOrigin(origin: string): void;
}) {
  const first = spaces.find((one) => one.default) ?? spaces[0];
  const [siteSpaceId, setSiteSpaceId] = useState(first?.id);
  const siteSpace = spaces.find(({ id }) => id === siteSpaceId) ?? first;
  const { data: pages = [] } = useQuery({
    ...sitePagesQuery(siteSpace?.space.id ?? ''),
    enabled: siteSpace !== undefined,
  });
  const [target, setTarget] = useState('');
  const [mode, setMode] = useState<'light' | 'dark'>(
    draft.themes.default === 'dark' || matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const [isNarrow, setNarrow] = useState(() => matchMedia('(max-width: 40rem)').matches);
  const body = { customization: toBody(draft), siteSpace: siteSpace?.id, target, mode };
  const signal = JSON.stringify([body, PLACES[group ?? 'brand']]);
  if (!siteSpace) return <EmptyState title={t('lookPreview')} text={t('lookNoSpace')} />;
  return (
    <>
      <div className={styles.bar}>
        {spaces.length > 1 && (
          <SelectField
            name="variant"
            label={t('insightsVariant')}
            value={siteSpace.id}
            options={spaces.map(({ id, title }) => [id, title])}
            onChange={({ target: { value } }) => {
              setSiteSpaceId(value);
              setTarget('');
            }}
          />
        )}
        <SelectField
          name="page"
          label={t('lookPage')}
          value={target}
          options={[
            ['', t('lookHome')],
            ...pages.slice(0, 300).map(({ path, title }) => [path, title] as const),
          ]}
          onChange={({ target: { value } }) => setTarget(value)}
        />
        <SelectField
          name="mode"
          label={t('lookMode')}
          value={mode}
          options={[
            ['light', t('lookLight')],
            ['dark', t('lookDark')],
          ]}
          onChange={({ target: { value } }) => setMode(value as 'light' | 'dark')}
        />
        <SelectField
          name="width"
          label={t('lookWidth')}
          value={isNarrow ? 'narrow' : 'wide'}
          options={[
            ['wide', t('lookWide')],
            ['narrow', t('lookNarrow')],
          ]}
          onChange={({ target: { value } }) => setNarrow(value === 'narrow')}
        />
      </div>
      <LookFrame
        label={t('lookFrame')}
        signal={signal}
        isNarrow={isNarrow}
        place={group && PLACES[group]}
        read={async (ended) => {
          const page = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/customization/preview', {
            path: pathOf(siteKey),
            body: { ...body, siteSpace: siteSpace.id },
            signal: ended,
          });
          onOrigin(new URL(page.url).origin);
          return page;
        }}
      />
    </>
  );
}
