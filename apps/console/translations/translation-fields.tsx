import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { spacesQuery } from '../api/queries.ts';
import type { Language, Tone, Translation, TranslationBody } from '../api/translations.ts';
import { nameOf } from '../app/current.ts';
import { CheckField, SelectField, TextField } from '../forms/fields.tsx';
import { t } from '../messages/messages.ts';
import { listLanguages } from './languages.ts';
import styles from './translations.module.css';

const TONES: readonly Tone[] = ['default', 'formal', 'informal'];
/** The value of null, which stands for the service of the instance. */
const OF_INSTANCE = 'instance';
/** The services that an organization can choose, beside that of the instance. Their names are the same everywhere. */
const PROVIDERS = [
  ['openai', 'OpenAI'],
  ['deepl', 'DeepL'],
  ['libretranslate', 'LibreTranslate'],
] as const;

/** The fields of a translation. */
export function TranslationFields({
  organizationId,
  translation,
}: {
  organizationId: string;
  translation?: Translation;
}) {
  const { data: spaces } = useQuery(spacesQuery(organizationId));
  const languages = listLanguages();
  const id = useId();
  return (
    <>
      <TextField
        name="title"
        label={t('translationTitle')}
        required
        maxLength={100}
        defaultValue={translation?.title}
      />
      {spaces && (
        <SelectField
          name="space"
          label={t('translationSource')}
          required
          defaultValue={translation?.source?.space}
          options={spaces.map((space) => [space.id, nameOf(space.title, t('untitled'))])}
        />
      )}
      <SelectField
        name="language"
        label={t('translationSourceLanguage')}
        defaultValue={translation?.source?.language ?? 'en'}
        options={languages}
      />
      <fieldset className={styles.languages} aria-describedby={id}>
        <legend>{t('translationLanguages')}</legend>
        <p id={id}>{t('translationLanguagesHint')}</p>
        <div>
          {languages.map(([language, label]) => (
            <CheckField
              key={language}
              name={`to-${language}`}
              label={label}
              defaultChecked={translation?.languages.includes(language)}
            />
          ))}
        </div>
      </fieldset>
      <SelectField
        name="tone"
        label={t('translationTone')}
        defaultValue={translation?.tone ?? 'default'}
        options={TONES.map((tone) => [tone, t(`tone-${tone}`)])}
      />
      <SelectField
        name="provider"
        label={t('translationProvider')}
        defaultValue={translation?.provider ?? OF_INSTANCE}
        options={[[OF_INSTANCE, t('provider-instance')], ['manual', t('provider-manual')], ...PROVIDERS]}
      />
      <CheckField
        name="tellsReaders"
        label={t('translationTellsReaders')}
        defaultChecked={translation?.tellsReaders ?? true}
      />
    </>
  );
}

export function readTranslation(fields: FormData): TranslationBody {
  const language = String(fields.get('language')) as Language;
  const languages = listLanguages()
    .map(([one]) => one)
    .filter((one) => one !== language && fields.has(`to-${one}`));
  if (languages.length === 0) throw new Error(t('noLanguageChosen'));
  const provider = String(fields.get('provider'));
  return {
    title: String(fields.get('title')).trim(),
    source: { space: String(fields.get('space')), language },
    languages,
    tone: String(fields.get('tone')) as Tone,
    provider: provider === OF_INSTANCE ? null : (provider as NonNullable<Translation['provider']>),
    tellsReaders: fields.has('tellsReaders'),
  };
}
