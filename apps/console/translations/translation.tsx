import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ComponentType, lazy } from 'react';
import { api } from '../api/client.ts';
import { explain } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import {
  refreshTranslation,
  type TranslatedLanguage,
  type Translation,
  type TranslationKey,
  translatedLanguagesQuery,
  translationQuery,
} from '../api/translations.ts';
import { Button } from '../app/button.tsx';
import { askFirst, showDialog } from '../app/dialogs.tsx';
import { LoadingView } from '../app/loading-view.tsx';
import { showError, showToast } from '../app/toasts.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { Form } from '../forms/form.tsx';
import { Section } from '../forms/section.tsx';
import { type Column, Table } from '../forms/table.tsx';
import { currentLocale, t } from '../messages/messages.ts';
import { Estimate } from './estimate.tsx';
import { sayLanguage } from './languages.ts';
import { TranslatedPages } from './translated-pages.tsx';
import { readTranslation, TranslationFields } from './translation-fields.tsx';
import type { FileDialogProps } from './translation-files.tsx';
import { TranslationState } from './translation-state.tsx';
import styles from './translations.module.css';

const TRANSLATION = '/v1/orgs/{organizationId}/translations/{translationSettingsId}';

/** One translation: the state of each language, and what is translated. */
export function TranslationView(path: TranslationKey) {
  const { organizationId, translationSettingsId } = path;
  const { data: translation, error } = useQuery(translationQuery(path));
  if (!translation) return <LoadingView error={error} viewKey={translationSettingsId} />;
  return (
    <View
      title={translation.title}
      viewKey={translationSettingsId}
      lead={<TranslationState status={translation.status} />}
      isWide
    >
      <Runs path={path} translation={translation} />
      {translation.stats.runs > 0 && <TranslatedPages path={path} languages={translation.languages} />}
      {translation.permissions.edit && (
        <>
          <Section title={t('translationSettingsHeading')}>
            <Form
              key={translation.updatedAt}
              onSubmit={async (fields) => {
                await api.put(TRANSLATION, { path, body: readTranslation(fields) });
                await refreshTranslation(path);
              }}
            >
              <TranslationFields organizationId={organizationId} translation={translation} />
            </Form>
          </Section>
          <End path={path} translation={translation} />
        </>
      )}
    </View>
  );
}

function Runs({ path, translation }: { path: TranslationKey; translation: Translation }) {
  const { data, error } = useQuery(
    translatedLanguagesQuery(path, `${translation.status} ${translation.stats.runs}`),
  );
  const run = (): void => {
    api
      .post(`${TRANSLATION}/run`, { path })
      .then(() => refreshTranslation(path))
      .then(
        () => showToast(t('translationStarted')),
        (failure: unknown) => showError(explain(failure)),
      );
  };
  return (
    <Section
      title={t('translationRuns')}
      text={t('translationRunsLead')}
      actions={
        translation.permissions.edit && (
          <Button look="primary" disabled={translation.status === 'running'} onClick={run}>
            {t('runTranslation')}
          </Button>
        )
      }
    >
      {error && !data ? (
        <p role="alert">{explain(error)}</p>
      ) : !data ? (
        <Loading label={t('loading')} />
      ) : data.items.length === 0 ? (
        <EmptyState title={t('noLanguagesRun')} text={t('noLanguagesRunHint')} />
      ) : (
        <Table
          label={t('translationRuns')}
          rows={data.items}
          keyOf={({ language }) => language}
          columns={languageColumns(path, translation)}
        />
      )}
      {translation.permissions.edit && <Estimate path={path} />}
    </Section>
  );
}

const ExportDialog = lazy(async () => ({
  default: (await import('./translation-files.tsx')).ExportDialog,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('./translation-files.tsx')).ImportDialog,
}));

const languageColumns = (
  path: TranslationKey,
  { permissions }: Translation,
): Column<TranslatedLanguage>[] => [
  {
    label: t('recordColumnLanguage'),
    cell: ({ language, problem }) => (
      <span className={styles.name}>
        {sayLanguage(language)}
        {problem && <small>{problem}</small>}
      </span>
    ),
  },
  ...(
    [
      ['pagesCurrent', 'current'],
      ['pagesEdited', 'edited'],
      ['pagesBehind', 'behind'],
      ['pagesMissing', 'missing'],
    ] as const
  ).map(([label, status]) => ({
    label: t(label),
    isNumber: true,
    cell: ({ pages }: TranslatedLanguage) => pages[status].toLocaleString(currentLocale()),
  })),
  {
    label: '',
    cell: (translated) => (
      <div className={styles.actions}>
        <OpenTranslated {...translated} />
        <FileButton
          label={t('exportTranslation')}
          dialog={ExportDialog}
          path={path}
          language={translated.language}
        />
        {permissions.edit && (
          <FileButton
            label={t('importTranslation')}
            dialog={ImportDialog}
            path={path}
            language={translated.language}
          />
        )}
      </div>
    ),
  },
];

function OpenTranslated({ language, space, changeRequest }: TranslatedLanguage) {
  if (changeRequest === undefined)
    return (
      <Link
        to="/s/$spaceId"
        params={{ spaceId: space }}
        aria-label={`${t('openTranslatedSpace')}: ${sayLanguage(language)}`}
      >
        {t('openTranslatedSpace')}
      </Link>
    );
  return (
    <Link
      to="/s/$spaceId/change-requests/$changeRequestId"
      params={{ spaceId: space, changeRequestId: changeRequest }}
      aria-label={`${t('openTranslationRequest')}: ${sayLanguage(language)}`}
    >
      {t('openTranslationRequest')}
    </Link>
  );
}

const FileButton = ({
  label,
  dialog: FileDialog,
  path,
  language,
}: Omit<FileDialogProps, 'onClose'> & { label: string; dialog: ComponentType<FileDialogProps> }) => (
  <Button
    aria-label={`${label}: ${sayLanguage(language)}`}
    onClick={() => showDialog((close) => <FileDialog path={path} language={language} onClose={close} />)}
  >
    {label}
  </Button>
);

function End({ path, translation: { title } }: { path: TranslationKey; translation: Translation }) {
  const navigate = useNavigate();
  const { organizationId } = path;
  return (
    <Section
      title={t('deleteTranslation')}
      text={t('deleteTranslationText')}
      isDanger
      actions={
        <Button
          look="danger"
          onClick={() =>
            askFirst(
              {
                title: t('deleteTranslationTitle', { title }),
                text: t('deleteTranslationText'),
                submit: t('deleteTranslation'),
                isDanger: true,
              },
              async () => {
                await api.delete(TRANSLATION, { path });
                void queries.invalidateQueries({
                  queryKey: ['organization', organizationId, 'translations'],
                });
                await navigate({
                  to: '/o/$organizationId/$part',
                  params: { organizationId, part: 'translations' },
                });
                showToast(t('translationDeleted', { title }));
              },
            )
          }
        >
          {t('deleteTranslation')}
        </Button>
      }
    />
  );
}
