import { useReducer, useSyncExternalStore } from 'react';
import { Button } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import styles from './field-conflicts.module.css';
import type { OpenEditor } from './open-editor.ts';
import { nameField, sayValue } from './say-field.ts';

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
        <p>{t('conflictOfSetting', { setting: nameField(name) })}</p>
        <dl>
          <dt>{t('conflictTheirs')}</dt>
          <dd dir="auto">{sayValue(theirs)}</dd>
          <dt>{t('conflictOurs')}</dt>
          <dd dir="auto">{sayValue(fields.values[name])}</dd>
        </dl>
        <Button onClick={() => decide(true)}>{t('conflictKeepOurs')}</Button>{' '}
        <Button onClick={() => decide(false)}>{t('conflictKeepTheirs')}</Button>
      </section>
    );
  });
}
