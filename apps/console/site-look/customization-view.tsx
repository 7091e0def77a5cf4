import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries, type Site } from '../api/queries.ts';
import { announce } from '../app/announce.tsx';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { SelectField } from '../forms/fields.tsx';
import { type FieldErrors, FormErrors, fieldErrorsOf } from '../forms/form-errors.ts';
import { useUnsaved } from '../forms/use-unsaved.ts';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { type SiteKey, useSiteKey } from '../sites/site-queries.ts';
import {
  customizationQuery,
  type Draft,
  deleteOverrides,
  type Editing,
  type Stored,
  saveCustomization,
  saveOverrides,
  toBody,
  toDraft,
  variantCustomizationQuery,
} from './customization.ts';
import styles from './customization-view.module.css';
import { type GroupName, LookForm } from './look-form.tsx';
import { findOverrides } from './overrides.ts';
import { sitePagesQuery, siteSpacesQuery } from './site-pages.ts';
import { SitePreview } from './site-preview.tsx';

/** How a site looks, or one of its variants: a form beside the site itself. */
export function CustomizationView({ owner: site }: PartProps<Site>) {
  const key = useSiteKey();
  const [variantId, setVariantId] = useState<string>();
  const { data: ofSite, error } = useQuery(customizationQuery(key));
  const { data: ofVariant, error: variantError } = useQuery({
    ...variantCustomizationQuery(key, variantId ?? ''),
    enabled: variantId !== undefined,
  });
  const { data: spaces } = useQuery(siteSpacesQuery(key));
  const failure = error ?? variantError;
  const stored = variantId === undefined ? ofSite : ofVariant;
  if (failure && !stored) return <RouteError error={failure} />;
  if (!ofSite || !stored || !spaces)
    return (
      <View title={t('look')} isWide>
        <Loading label={t('loading')} />
      </View>
    );
  return (
    <LookEditor
      key={variantId ?? ''}
      site={site}
      siteKey={key}
      stored={stored}
      ofSite={ofSite}
      spaces={spaces}
      variantId={variantId}
      onVariant={setVariantId}
    />
  );
}

type SiteSpace = NonNullable<ReturnType<typeof useSpaces>>[number];
const useSpaces = (key: SiteKey) => useQuery(siteSpacesQuery(key)).data;

interface EditorProps {
  site: Site;
  siteKey: SiteKey;
  stored: Stored;
  /** The customization of the whole site. */
  ofSite: Stored;
  spaces: readonly SiteSpace[];
  /** Undefined: the whole site is edited. */
  variantId: string | undefined;
  onVariant(variantId: string | undefined): void;
}

function LookEditor({ site, siteKey, stored, ofSite, spaces, variantId, onVariant }: EditorProps) {
  const { draft, setDraft, saved, isChanged, isSending, refusal, save, reset, isOwn } = useLookDraft({
    siteKey,
    stored,
    ofSite,
    variantId,
  });
  const [group, setGroup] = useState<GroupName | undefined>('brand');
  const [shown, setShown] = useState<'form' | 'preview'>('form');
  const spaceId = spaces.find((one) => one.default)?.space.id ?? spaces[0]?.space.id;
  const [filesOrigin, setFilesOrigin] = useState<string>();
  const ownLanguage = draft.internationalization.locale;
  const languages = [...new Set(spaces.flatMap(({ space }) => space.language ?? []))].filter(
    (language) => language !== ownLanguage,
  );
  const editing: Editing = {
    draft,
    site,
    set: (change) => setDraft((now) => ({ ...now, ...change }) as Draft),
    setIn: (name, change) => setDraft((now) => ({ ...now, [name]: { ...now[name], ...change } }) as Draft),
  };
  return (
    <View
      title={t('look')}
      lead={t('lookLead')}
      isWide
      actions={
        <>
          {isChanged && <span className={styles.unsaved}>{t('lookUnsaved')}</span>}
          {isChanged && <Button onClick={() => setDraft(saved)}>{t('lookDiscard')}</Button>}
          {!isChanged && isOwn && (
            <Button onClick={reset}>{t(variantId === undefined ? 'lookReset' : 'lookAsSite')}</Button>
          )}
          <Button look="primary" disabled={!isChanged || isSending} onClick={save}>
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
          {spaces.length > 1 && (
            <div className={styles.scope}>
              <SelectField
                name="scope"
                label={t('lookScope')}
                hint={t(variantId === undefined ? 'lookScopeHint' : 'lookVariantHint')}
                // What was changed belongs to the variant for which it was.
                disabled={isChanged}
                value={variantId ?? ''}
                options={[['', t('lookWholeSite')], ...spaces.map(({ id, title }) => [id, title] as const)]}
                onChange={({ target }) => onVariant(target.value || undefined)}
              />
            </div>
          )}
          <FormErrors value={refusal?.fields ?? NONE}>
            <LookForm
              {...editing}
              siteKey={siteKey}
              filesOrigin={filesOrigin}
              spaceId={spaceId}
              languages={languages}
              isVariant={variantId !== undefined}
              open={group}
              onOpen={setGroup}
            />
          </FormErrors>
        </div>
        <div className={styles.preview}>
          <Preview
            siteKey={siteKey}
            draft={draft}
            spaces={spaces}
            variantId={variantId}
            group={group}
            onOrigin={setFilesOrigin}
          />
        </div>
      </div>
    </View>
  );
}

/** The customization while it is edited, and how it is saved: that of the whole site, or what a variant overrides. */
function useLookDraft({
  siteKey,
  stored,
  ofSite,
  variantId,
}: Pick<EditorProps, 'siteKey' | 'stored' | 'ofSite' | 'variantId'>) {
  const [latest, setLatest] = useState(stored);
  const saved = useMemo(() => toDraft(latest), [latest]);
  const [draft, setDraft] = useState(saved);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<{ text: string; fields: FieldErrors }>();
  const isChanged = useMemo(
    () => JSON.stringify(toBody(draft)) !== JSON.stringify(toBody(saved)),
    [draft, saved],
  );
  const unsaved = useUnsaved();
  useEffect(() => unsaved.set(isChanged), [unsaved, isChanged]);

  const send = async (sending: Promise<Stored>): Promise<void> => {
    setSending(true);
    setRefusal(undefined);
    try {
      const next = await sending;
      setLatest(next);
      setDraft(toDraft(next));
      unsaved.set(false);
      showToast(t('lookSaved'));
      await queries.invalidateQueries({
        queryKey: ['organization', siteKey.organizationId, 'site', siteKey.siteId],
        refetchType: 'none',
      });
    } catch (error) {
      setRefusal({ text: explain(error), fields: fieldErrorsOf(error) });
      announce(explain(error));
    } finally {
      setSending(false);
    }
  };
  const save = (): void =>
    void send(
      variantId === undefined
        ? saveCustomization(siteKey, toBody(draft))
        : saveOverrides(siteKey, variantId, findOverrides({ before: saved, draft, site: toDraft(ofSite) })),
    );
  const reset = (): void =>
    variantId === undefined
      ? askFirst(
          { title: t('lookResetTitle'), text: t('lookResetText'), submit: t('lookReset'), isDanger: true },
          () => send(saveCustomization(siteKey, {})),
        )
      : askFirst(
          { title: t('lookAsSiteTitle'), text: t('lookAsSiteText'), submit: t('lookAsSite'), isDanger: true },
          () => send(deleteOverrides(siteKey, variantId)),
        );
  /** Whether there is something to reset. */
  const isOwn = variantId === undefined || latest.hasOverrides === true;
  return { draft, setDraft, saved, isChanged, isSending, refusal, save, reset, isOwn };
}

const NONE: FieldErrors = new Map();

/** The anchors of the preview at which a group of the form shows. */
const PLACES: Partial<Record<GroupName, string>> = { footer: '_footer' };

/** The site with the draft: one of its pages, light or dark, as on a computer or a phone. */
function Preview({
  siteKey,
  draft,
  spaces,
  variantId,
  group,
  onOrigin,
}: Pick<EditorProps, 'siteKey' | 'spaces' | 'variantId'> & {
  draft: Draft;
  group: GroupName | undefined;
  /** Hears the origin of the sites, where their files are. */
  onOrigin(origin: string): void;
}) {
  const first = spaces.find((one) => one.default) ?? spaces[0];
  const [siteSpaceId, setSiteSpaceId] = useState(first?.id);
  const siteSpace = spaces.find(({ id }) => id === (variantId ?? siteSpaceId)) ?? first;
  const { data: pages = [] } = useQuery({
    ...sitePagesQuery(siteSpace?.space.id ?? ''),
    enabled: siteSpace !== undefined,
  });
  const [target, setTarget] = useState('');
  const [mode, setMode] = useState<'light' | 'dark'>(
    draft.themes.default === 'dark' || matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const [isNarrow, setNarrow] = useState(() => matchMedia('(max-width: 40rem)').matches);
  const body = {
    customization: toBody(draft),
    hasOverrides: variantId === undefined,
    siteSpace: siteSpace?.id,
    target,
    mode,
  };
  const signal = JSON.stringify([body, PLACES[group ?? 'brand']]);
  if (!siteSpace) return <EmptyState title={t('lookPreview')} text={t('lookNoSpace')} />;
  return (
    <>
      <div className={styles.bar}>
        {spaces.length > 1 && variantId === undefined && (
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
      <SitePreview
        label={t('lookFrame')}
        signal={signal}
        isNarrow={isNarrow}
        place={group && PLACES[group]}
        read={async (ended) => {
          const page = await api.post('/v1/orgs/{organizationId}/sites/{siteId}/customization/preview', {
            path: siteKey,
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
