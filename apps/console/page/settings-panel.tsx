import { useQuery } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { api } from '../api/client.ts';
import { IconButton } from '../app/button.tsx';
import { nameOf } from '../app/current.ts';
import { emojiOf, Icon } from '../app/icons.tsx';
import { hasMod } from '../app/shortcuts.ts';
import { dismissAbout, showToast } from '../app/toasts.tsx';
import { createPart, usePart } from '../app/use-part.ts';
import { t, withTexts } from '../messages/messages.ts';
import { changeIcon } from './change-icon.ts';
import { PageIcon } from './drawn.tsx';
import type { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';
import { findSlugsBeside } from './resolve-targets.ts';
import styles from './settings-panel.module.css';
import { type PageFields, useFields } from './use-fields.ts';

const pageBacklinks = createPart(() =>
  withTexts('spaces', () => import('../spaces/links/page-backlinks.tsx')).then(
    ({ PageBacklinks }) => PageBacklinks,
  ),
);

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

/** Moves the focus into an element when it appears, and back when it disappears with the focus in it. */
function useFocusWithin(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element;
    const before = document.activeElement;
    current?.focus();
    return () => {
      if (current?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, [element]);
}

/** The settings of a page, which are saved as they are changed. */
export function SettingsPanel({ editor, page, onClose }: SettingsPanelProps) {
  const fields = useFields(editor, page);
  const [dialog, setDialog] = useState<'cover'>();
  const Backlinks = usePart(pageBacklinks);
  const hasIcon = (fields.icon ?? fields.emoji) !== undefined;
  const undoLast = useRef<() => void>(undefined);
  /** Changes a setting by a click, which has no undo of its own, as text in a field has. */
  const choose: Choose = (name, value, before) => {
    editor.setFields({ [name]: value });
    const undo = (): void => {
      editor.setFields({ [name]: before });
      dismissAbout('settings');
    };
    undoLast.current = undo;
    showToast(t('settingChanged'), { about: 'settings', action: { label: t('undo'), run: undo } });
  };
  const panel = useRef<HTMLElement>(null);
  useFocusWithin(panel);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys of the dialogs arrive here too, and Escape closes the list of a select first.
    const isOwn =
      panel.current?.contains(event.target as Node) && !(event.target instanceof HTMLSelectElement);
    if (event.key === 'Escape' && isOwn && !event.nativeEvent.isComposing) {
      onClose();
      return;
    }
    const isText = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (isText || !undoLast.current || !hasMod(event) || event.shiftKey || event.key.toLowerCase() !== 'z')
      return;
    event.preventDefault();
    undoLast.current();
    undoLast.current = undefined;
  };
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
      onChange={(value) => choose(name, value, fields[name] === true)}
    />
  );
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      className={styles.panel}
      aria-label={t('pageSettings')}
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <h2>{t('pageSettings')}</h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      <div className={styles.looks}>
        <button type="button" onClick={() => void changeIcon(editor, hasIcon)}>
          {hasIcon ? (
            <PageIcon place={editor.place} icon={fields.icon} emoji={emojiOf(fields.emoji)} />
          ) : (
            <Icon name="smile" />
          )}
          <span>{t('icon')}</span>
        </button>
        <button type="button" onClick={() => setDialog('cover')}>
          <Icon name="picture" />
          <span>{t('cover')}</span>
        </button>
      </div>
      <SlugSetting editor={editor} page={page} initial={fields.slug} />
      {text('linkTitle', t('linkTitle'), t('linkTitleHelp'))}
      <TagsSetting editor={editor} fields={fields} />
      {text('condition', t('condition'), t('conditionHelp'))}
      <fieldset className={styles.group}>
        <legend>{t('visibility')}</legend>
        {flag('hidden', t('hiddenInNavigation'), t('hiddenInNavigationHelp'))}
        {flag('noIndex', t('hiddenInSearch'), t('hiddenInSearchHelp'))}
        {flag('noRobotsIndex', t('hiddenFromEngines'), t('hiddenFromEnginesHelp'))}
      </fieldset>
      <LayoutSettings editor={editor} layout={fields.layout} choose={choose} />
      <FrontMatter page={page} />
      {Backlinks && <Backlinks place={editor.place} className={styles.front} />}
      <Suspense>
        {dialog === 'cover' && (
          <CoverDialog editor={editor} page={page} onClose={() => setDialog(undefined)} />
        )}
      </Suspense>
    </aside>
  );
}

type Choose = (
  name: 'hidden' | 'noIndex' | 'noRobotsIndex' | 'layout',
  value: unknown,
  before: unknown,
) => void;

interface LayoutSettingsProps {
  editor: OpenEditor;
  layout: PageFields['layout'];
  choose: Choose;
}

function LayoutSettings({ editor, layout, choose }: LayoutSettingsProps) {
  const set = <Name extends keyof PageFields['layout']>(
    name: Name,
    value: PageFields['layout'][Name],
  ): void => {
    // Each request has the whole of what is changed here.
    const own = (editor.fields.layout ?? {}) as object;
    choose('layout', { ...own, [name]: value }, { ...own, [name]: layout[name] });
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('layout')}</legend>
      {(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map((name) => (
        <label key={name} className={styles.choice}>
          {t(`layout-${name}`)}
          <select value={layout[name]} onChange={({ target }) => set(name, target.value as never)}>
            {CHOICES[name].map((value) => (
              <option key={value} value={value}>
                {t(`layout-${name}-${value}` as 'layout-width-default')}
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
          onChange={(value) => set(name, value)}
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

/** Settings that the panel has fields for, and keys of the page itself. */
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

interface SlugSettingProps extends Omit<SettingsPanelProps, 'onClose'> {
  initial: string;
}

/** The slug of a page, which is saved only if no page beside it has the same. */
function SlugSetting({ editor, page, initial }: SlugSettingProps) {
  const { data: taken, isLoading } = useQuery({
    queryKey: ['space', editor.place.spaceId, 'slugs-beside', page.id],
    queryFn: () => findSlugsBeside(editor.place),
    staleTime: 0,
  });
  /** A slug that was typed before those beside it were known. */
  const waiting = useRef<string>(undefined);
  const saveWaiting = (): void => {
    const slug = waiting.current;
    waiting.current = undefined;
    if (slug !== undefined && !taken?.has(slug.toLowerCase())) editor.setFields({ slug });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slug waits for nothing else.
  useEffect(() => {
    if (!isLoading) saveWaiting();
  }, [isLoading]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the service checks what is typed until the panel closes.
  useEffect(() => saveWaiting, []);
  return (
    <TextSetting
      label={t('slug')}
      help={t('slugHelp')}
      initial={initial}
      problemOf={(slug) => {
        if (!SLUG.test(slug)) return t('slugProblem');
        const title = taken?.get(slug.toLowerCase());
        return title === undefined ? undefined : t('slugTaken', { title: nameOf(title, t('untitled')) });
      }}
      onChange={(slug) => {
        waiting.current = slug;
        if (!isLoading) saveWaiting();
      }}
    />
  );
}

interface TextSettingProps {
  label: string;
  help?: string | undefined;
  initial: string;
  /** Explains why a value cannot be saved. */
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
