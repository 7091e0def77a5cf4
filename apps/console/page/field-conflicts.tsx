import { useReducer, useSyncExternalStore } from 'react';
import { Button } from '../app/button.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './field-conflicts.module.css';
import type { OpenEditor } from './open-editor.ts';

/** The fields of a page that two people have changed at the same time, each with both values. */
export function FieldConflicts({ editor }: { editor: OpenEditor }) {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const { fields } = editor.session.saver;
  useSyncExternalStore(editor.subscribe, () => JSON.stringify([[...fields.conflicts], fields.values]));
  return [...fields.conflicts].map(([name, { theirs }]) => {
    const decide = (isOurs: boolean): void => {
      editor.settleField(name, isOurs);
      draw();
    };
    return (
      <section key={name} className={styles.card} aria-label={t('conflict')}>
        <p>{t('conflictOfSetting', { setting: nameOf(name) })}</p>
        <dl>
          <dt>{t('conflictTheirs')}</dt>
          <dd dir="auto">{textOf(theirs)}</dd>
          <dt>{t('conflictOurs')}</dt>
          <dd dir="auto">{textOf(fields.values[name])}</dd>
        </dl>
        <Button onClick={() => decide(true)}>{t('conflictKeepOurs')}</Button>{' '}
        <Button onClick={() => decide(false)}>{t('conflictKeepTheirs')}</Button>
      </section>
    );
  });
}

const NAMES: Record<string, keyof Messages> = {
  title: 'pageTitle',
  description: 'pageDescription',
  linkTitle: 'linkTitle',
  slug: 'slug',
  icon: 'icon',
  emoji: 'icon',
  cover: 'cover',
  condition: 'condition',
  tags: 'tags',
  layout: 'layout',
  hidden: 'hiddenInNavigation',
  noIndex: 'hiddenInSearch',
  noRobotsIndex: 'hiddenFromEngines',
};

const nameOf = (field: string): string => {
  const name = NAMES[field];
  return name ? t(name as 'slug') : field;
};

/** A value as a reader understands it. */
function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('conflictNothing');
  if (typeof value === 'boolean') return t(value ? 'settingOn' : 'settingOff');
  if (Array.isArray(value)) return value.map((item: { tag?: string }) => item.tag ?? '').join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${textOf(part)}`)
      .join(', ');
  return String(value);
}
