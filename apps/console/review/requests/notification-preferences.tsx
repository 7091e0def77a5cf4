import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain } from '../../api/explain.ts';
import { changePreference, type Preferences, preferencesQuery } from '../../api/notifications.ts';
import { RouteError } from '../../app/route-error.tsx';
import { showError } from '../../app/toasts.tsx';
import { Loading } from '../../app/view.tsx';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import styles from './notification-preferences.module.css';

const OCCASIONS: [kind: keyof Preferences, occasion: keyof Messages][] = [
  ['review-requested', 'whenReviewRequested'],
  ['changes-requested', 'whenChangesRequested'],
  ['merged', 'whenMerged'],
  ['mentioned', 'whenMentioned'],
  ['scheduled-merge-failed', 'whenScheduleFails'],
  ['sync-conflict', 'whenConflict'],
  ['openapi-breaking', 'whenSpecBreaks'],
];

/** Of what the user is told, and in which way. Each change is saved at once. */
export function NotificationPreferences() {
  const { data: preferences, error } = useQuery(preferencesQuery);
  if (error && !preferences) return <RouteError error={error} />;
  if (!preferences) return <Loading label={t('loading')} />;
  return (
    <section aria-label={t('notificationPreferences')} className={styles.preferences}>
      <p>{t('notificationPreferencesHint')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('notifyWhen')}</th>
            <th scope="col">{t('notifyHere')}</th>
            <th scope="col">{t('notifyByMail')}</th>
          </tr>
        </thead>
        <tbody>
          {OCCASIONS.map(([kind, key]) => {
            const occasion = t(key);
            const ways = preferences[kind];
            return (
              <tr key={kind}>
                <th scope="row">{occasion}</th>
                <td>
                  {'inApp' in ways && (
                    <Way
                      label={t('notifyHereFor', { occasion })}
                      isWanted={ways.inApp}
                      onChange={(isWanted) => changePreference(kind, 'inApp', isWanted)}
                    />
                  )}
                </td>
                <td>
                  <Way
                    label={t('notifyMailFor', { occasion })}
                    isWanted={ways.mail}
                    onChange={(isWanted) => changePreference(kind, 'mail', isWanted)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Way({
  label,
  isWanted,
  onChange,
}: {
  label: string;
  isWanted: boolean;
  onChange: (isWanted: boolean) => Promise<void>;
}) {
  /** What was chosen, until it is saved. */
  const [chosen, setChosen] = useState<boolean>();
  const choose = async (value: boolean): Promise<void> => {
    setChosen(value);
    try {
      await onChange(value);
    } catch (error) {
      showError(explain(error));
    } finally {
      setChosen(undefined);
    }
  };
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={chosen ?? isWanted}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
