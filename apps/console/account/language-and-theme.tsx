import type { Session } from '../api/queries.ts';
import { useStore } from '../api/store.ts';
import { type Theme, theme } from '../app/theme.ts';
import { View } from '../app/view.tsx';
import { ChoiceField, SelectField } from '../forms/fields.tsx';
import type { Messages } from '../messages/en.ts';
import { currentLanguage, languages, setLanguage, t } from '../messages/messages.ts';
import styles from '../people/people.module.css';
import type { PartProps } from '../settings/area-part.ts';

const THEMES: [Theme, keyof Messages][] = [
  ['system', 'themeSystem'],
  ['light', 'themeLight'],
  ['dark', 'themeDark'],
];

/** Language and theme of the console, which this browser remembers. */
export function LanguageAndTheme(_: PartProps<Session>) {
  const chosen = useStore(theme);
  return (
    <View title={t('accountLook')} lead={t('accountLookLead')}>
      <div className={styles.steps}>
        <SelectField
          name="language"
          label={t('language')}
          hint={t('accountLanguageHelp')}
          value={currentLanguage()}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
          options={languages().map(({ code, name }) => [code, name] as const)}
        />
        <ChoiceField
          name="theme"
          label={t('theme')}
          value={chosen}
          onChange={(value) => theme.set(value as Theme)}
          choices={THEMES.map(([value, label]) => ({ value, label: t(label) }))}
        />
      </div>
    </View>
  );
}
