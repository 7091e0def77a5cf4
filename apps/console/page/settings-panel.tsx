import { useId, useState } from 'react';
import { t } from '../messages/messages.ts';
import type { OpenEditor } from './open-editor.ts';
import type { OpenedPage } from './opened-page.ts';
import styles from './settings-panel.module.css';

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
] as const;

/** The settings of a page, which are saved as they are changed. */
export function SettingsPanel({ editor, page, onClose }: SettingsPanelProps) {
  const valueIn = <Name extends keyof OpenedPage['page']>(name: Name): OpenedPage['page'][Name] =>
    name in editor.fields ? (editor.fields[name] as OpenedPage['page'][Name]) : page[name];
  const [layout, setLayout] = useState<Record<string, unknown>>({ ...valueIn('layout') });
  const text = (
    name: 'slug' | 'linkTitle' | 'icon' | 'emoji' | 'condition',
    label: string,
    help?: string,
  ) => (
    <TextSetting
      label={label}
      help={help}
      initial={String(valueIn(name) ?? '')}
      onChange={(value) => {
        if (name !== 'slug' || value !== '') editor.setFields({ [name]: value === '' ? null : value });
      }}
    />
  );
  const flag = (name: 'hidden' | 'noIndex' | 'noRobotsIndex', label: string) => (
    <FlagSetting
      label={label}
      initial={valueIn(name) === true}
      onChange={(value) => editor.setFields({ [name]: value })}
    />
  );
  return (
    <aside className={styles.panel} aria-label={t('pageSettings')}>
      <header className={styles.head}>
        <h2>{t('pageSettings')}</h2>
        <button type="button" onClick={onClose} aria-label={t('close')}>
          ✕
        </button>
      </header>
      {text('slug', t('slug'), t('slugHelp'))}
      {text('linkTitle', t('linkTitle'), t('linkTitleHelp'))}
      {text('emoji', t('emoji'))}
      {text('icon', t('icon'), t('iconHelp'))}
      {text('condition', t('condition'), t('conditionHelp'))}
      <fieldset className={styles.group}>
        <legend>{t('visibility')}</legend>
        {flag('hidden', t('hiddenInNavigation'))}
        {flag('noIndex', t('hiddenInSearch'))}
        {flag('noRobotsIndex', t('hiddenFromEngines'))}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('layout')}</legend>
        <label className={styles.choice}>
          {t('width')}
          <select
            value={String(layout.width ?? 'default')}
            onChange={({ target }) => {
              setLayout({ ...layout, width: target.value });
              editor.setFields({ layout: { ...layout, width: target.value } });
            }}
          >
            <option value="default">{t('widthDefault')}</option>
            <option value="wide">{t('widthWide')}</option>
          </select>
        </label>
        {LAYOUT.map((name) => (
          <FlagSetting
            key={name}
            label={t(`layout-${name}`)}
            initial={layout[name] === true}
            onChange={(value) => {
              const next = { ...layout, [name]: value };
              setLayout(next);
              editor.setFields({ layout: next });
            }}
          />
        ))}
      </fieldset>
    </aside>
  );
}

interface TextSettingProps {
  label: string;
  help?: string | undefined;
  initial: string;
  onChange(value: string): void;
}

function TextSetting({ label, help, initial, onChange }: TextSettingProps) {
  const [value, setValue] = useState(initial);
  const id = useId();
  return (
    <div className={styles.text}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={value}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onChange={({ target }) => {
          setValue(target.value);
          onChange(target.value.trim());
        }}
      />
      {help !== undefined && <p id={`${id}-help`}>{help}</p>}
    </div>
  );
}

interface FlagSettingProps {
  label: string;
  initial: boolean;
  onChange(value: boolean): void;
}

function FlagSetting({ label, initial, onChange }: FlagSettingProps) {
  const [value, setValue] = useState(initial);
  return (
    <label className={styles.flag}>
      <input
        type="checkbox"
        checked={value}
        onChange={({ target }) => {
          setValue(target.checked);
          onChange(target.checked);
        }}
      />
      {label}
    </label>
  );
}
