import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { api } from '../api/client.ts';
import { type Organization, queries } from '../api/queries.ts';
import { type GlossaryEntry, glossaryQuery, type Language } from '../api/translations.ts';
import { Button } from '../app/button.tsx';
import { askFirst, showDialog } from '../app/dialogs.tsx';
import { RouteError } from '../app/route-error.tsx';
import { EmptyState, Loading, View } from '../app/view.tsx';
import { Table } from '../forms/table.tsx';
import { t } from '../messages/messages.ts';
import { sayLanguage } from './languages.ts';
import styles from './translations.module.css';

const TermDialog = lazy(async () => ({ default: (await import('./term-dialog.tsx')).TermDialog }));

/** The terms that every translation of the organization uses. */
export function Glossary({ organization }: { organization: Organization }) {
  const { id: organizationId, permissions } = organization;
  const { data: entries, error } = useQuery(glossaryQuery(organizationId));
  if (error && !entries) return <RouteError error={error} />;
  const canEdit = permissions.createOpenAPISpec;
  const edit = (entry?: GlossaryEntry): void =>
    showDialog((close) => <TermDialog organizationId={organizationId} entry={entry} onClose={close} />);
  const add = canEdit && (
    <Button look="primary" icon="plus" onClick={() => edit()}>
      {t('addTerm')}
    </Button>
  );
  return (
    <View
      title={t('openGlossary')}
      lead={t('glossaryLead')}
      actions={entries && entries.length > 0 && add}
      isWide
    >
      {!entries ? (
        <Loading label={t('loading')} />
      ) : entries.length === 0 ? (
        <EmptyState title={t('noTerms')} text={t('noTermsHint')}>
          {add}
        </EmptyState>
      ) : (
        <Table
          label={t('openGlossary')}
          rows={entries}
          keyOf={({ id }) => id}
          columns={[
            ...languagesOf(entries).map((language) => ({
              label: sayLanguage(language),
              cell: ({ translations }: GlossaryEntry) => translations[language],
            })),
            ...(canEdit
              ? [
                  {
                    label: '',
                    cell: (entry: GlossaryEntry) => (
                      <div className={styles.actions}>
                        <Button aria-label={`${t('editTerm')}: ${nameOf(entry)}`} onClick={() => edit(entry)}>
                          {t('editTerm')}
                        </Button>
                        <Button
                          look="quiet"
                          aria-label={`${t('deleteTerm')}: ${nameOf(entry)}`}
                          onClick={() => remove(organizationId, entry)}
                        >
                          {t('deleteTerm')}
                        </Button>
                      </div>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </View>
  );
}

/** The languages in which there are terms. */
const languagesOf = (entries: readonly GlossaryEntry[]): Language[] =>
  [...new Set(entries.flatMap(({ translations }) => Object.keys(translations)))] as Language[];

const nameOf = ({ translations }: GlossaryEntry): string => Object.values(translations)[0] ?? '';

const remove = (organizationId: string, entry: GlossaryEntry): void =>
  askFirst(
    {
      title: t('deleteTerm'),
      text: t('deleteTermText', { term: nameOf(entry) }),
      submit: t('deleteTerm'),
      isDanger: true,
    },
    async () => {
      await api.put('/v1/orgs/{organizationId}/translations-glossary', {
        path: { organizationId },
        body: { operations: [{ type: 'delete', id: entry.id }] },
      });
      await queries.invalidateQueries({ queryKey: glossaryQuery(organizationId).queryKey });
    },
  );
