import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { api } from '../api/client.ts';
import { emojiOf, Icon } from '../app/icons.tsx';
import { t } from '../messages/messages.ts';
import { PageIcon } from './drawn.tsx';
import type { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';
import styles from './settings-panel.module.css';
import { type PageFields, useFields } from './use-fields.ts';

const IconPicker = lazy(async () => ({ default: (await import('./icon-picker.tsx')).IconPicker }));
const CoverDialog = lazy(async () => ({ default: (await import('./cover-dialog.tsx')).CoverDialog }));

interface SettingsPanelProps {
  editor: OpenEditor;
  page: OpenedPage['page'];
  onClose(): void;
}

const LAYOUT = [
  'cover',
  'title',
  'description',
  'tableOfContents',
  'outline',
  'pagination',
  'metadata',
  'tags',
  'actions',
  'anchors',
] as const;

const CHOICES = {
  width: ['default', 'wide'],
  coverSize: ['full', 'hero', 'background'],
  coverMask: ['none', 'radial'],
} as const;

const SLUG = /^[\p{L}\p{N}](?:[\p{L}\p{N}._~-]*[\p{L}\p{N}])?$/u;

/** The settings of a page, which are saved as they are changed. */
export function SettingsPanel({ editor, page, onClose }: SettingsPanelProps) {
  const fields = useFields(editor, page);
  const [dialog, setDialog] = useState<'icon' | 'cover'>();
  const text = (name: 'linkTitle' | 'condition', label: string, help?: string) => (
    <TextSetting
      label={label}
      help={help}
      initial={fields[name] ?? ''}
      onChange={(value) => editor.setFields({ [name]: value === '' ? null : value })}
    />
  );
  const flag = (name: 'hidden' | 'noIndex' | 'noRobotsIndex', label: string, help: string) => (
    <FlagSetting
      label={label}
      help={help}
      isOn={fields[name] === true}
      onChange={(value) => editor.setFields({ [name]: value })}
    />
  );
  return (
    <aside className={styles.panel} aria-label={t('pageSettings')}>
      <header className={styles.head}>
        <h2>{t('pageSettings')}</h2>
        <button type="button" onClick={onClose} aria-label={t('close')}>
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.looks}>
        <button type="button" onClick={() => setDialog('icon')}>
          {(fields.icon ?? fields.emoji) ? (
            <PageIcon place={editor.place} icon={fields.icon} emoji={emojiOf(fields.emoji)} />
          ) : (
            '☺'
          )}
          <span>{t('icon')}</span>
        </button>
        <button type="button" onClick={() => setDialog('cover')}>
          ▣<span>{t('cover')}</span>
        </button>
      </div>
      <TextSetting
        label={t('slug')}
        help={t('slugHelp')}
        initial={fields.slug}
        problemOf={(value) => (SLUG.test(value) ? undefined : t('slugProblem'))}
        onChange={(value) => editor.setFields({ slug: value })}
      />
      {text('linkTitle', t('linkTitle'), t('linkTitleHelp'))}
      <TagsSetting editor={editor} fields={fields} />
      {text('condition', t('condition'), t('conditionHelp'))}
      <fieldset className={styles.group}>
        <legend>{t('visibility')}</legend>
        {flag('hidden', t('hiddenInNavigation'), t('hiddenInNavigationHelp'))}
        {flag('noIndex', t('hiddenInSearch'), t('hiddenInSearchHelp'))}
        {flag('noRobotsIndex', t('hiddenFromEngines'), t('hiddenFromEnginesHelp'))}
      </fieldset>
      <LayoutSettings editor={editor} layout={fields.layout} />
      <FrontMatter page={page} />
      <Suspense>
        {dialog === 'icon' && <IconPicker editor={editor} onClose={() => setDialog(undefined)} />}
        {dialog === 'cover' && (
          <CoverDialog editor={editor} page={page} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </aside>
  );
}

function LayoutSettings({ editor, layout }: { editor: OpenEditor; layout: PageFields['layout'] }) {
  const set = (changed: Partial<PageFields['layout']>): void => {
    // Each request has the whole of what is changed here.
    const before = (editor.fields.layout ?? {}) as object;
    editor.setFields({ layout: { ...before, ...changed } });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('layout')}</legend>
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
        <label key={name} className={styles.choice}>
          {t(`layout-${name}`)}
          <select value={layout[name]} onChange={({ target }) => set({ [name]: target.value })}>
            {CHOICES[name].map((value) => (
              <option key={value} value={value}>
                {t(`${name}-${value}` as 'width-default')}
              </option>
            ))}
          </select>
        </label>
      ))}
      {LAYOUT.map((name) => (
        <FlagSetting
          key={name}
          label={t(`layout-${name}`)}
          isOn={layout[name]}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
    </fieldset>
  );
}

/** The tags that the space has; a page can have any of them. */
function TagsSetting({ editor, fields }: { editor: OpenEditor; fields: PageFields }) {
  const { spaceId } = editor.place;
  const { data } = useQuery({
    queryKey: ['space', spaceId, 'tags'],
    queryFn: async () =>
      (await api.get('/v1/spaces/{spaceId}/content', { path: { spaceId }, query: { metadata: false } })).tags,
  });
  const own = fields.tags.filter(({ tag }) => data?.every(({ slug }) => slug !== tag) ?? false);
  const all = [...(data ?? []), ...own.map(({ tag }) => ({ slug: tag, label: tag }))];
  if (all.length === 0) return null;
  const toggle = (slug: string): void => {
    const has = fields.tags.some(({ tag }) => tag === slug);
    const tags = has ? fields.tags.filter(({ tag }) => tag !== slug) : [...fields.tags, { tag: slug }];
    editor.setFields({ tags: tags.length === 0 ? null : tags });
  };
  return (
    <fieldset className={styles.tags}>
      <legend>{t('tags')}</legend>
      {all.map(({ slug, label }) => (
        <label key={slug}>
          <input
            type="checkbox"
            checked={fields.tags.some(({ tag }) => tag === slug)}
            onChange={() => toggle(slug)}
          />
          <span>{label || slug}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What is set above, or in the page itself. */
const KNOWN_KEYS = new Set([
  'title',
  'linkTitle',
  'description',
  'icon',
  'emoji',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'if',
  'cover',
  'coverDark',
  'coverY',
  'coverHeight',
  'layout',
  'tags',
]);

/** The keys of the front matter that have no setting. They can be changed in the Markdown. */
function FrontMatter({ page }: { page: OpenedPage['page'] }) {
  const others = Object.entries(page.frontMatter ?? {}).filter(([key]) => !KNOWN_KEYS.has(key));
  if (others.length === 0) return null;
  return (
    <section className={styles.front} aria-label={t('otherFields')}>
      <h3>{t('otherFields')}</h3>
      <p>{t('otherFieldsHelp')}</p>
      <dl>
        {others.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface TextSettingProps {
  label: string;
  help?: string | undefined;
  initial: string;
  /** Why a value cannot be saved. */
  problemOf?(value: string): string | undefined;
  onChange(value: string): void;
}

function TextSetting({ label, help, initial, problemOf, onChange }: TextSettingProps) {
  const [value, setValue] = useState(initial);
  const id = useId();
  const problem = problemOf?.(value.trim());
  return (
    <div className={styles.text}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={({ target }) => {
          setValue(target.value);
          const trimmed = target.value.trim();
          if (problemOf?.(trimmed) === undefined) onChange(trimmed);
        }}
      />
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {help !== undefined && <p id={`${id}-help`}>{help}</p>}
    </div>
  );
}

interface FlagSettingProps {
  label: string;
  help?: string;
  isOn: boolean;
  onChange(value: boolean): void;
}

function FlagSetting({ label, help, isOn, onChange }: FlagSettingProps) {
  return (
    <label className={styles.flag}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {label}
        {help !== undefined && <small>{help}</small>}
      </span>
    </label>
  );
}
