import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Organization } from '../api/queries.ts';
import { translationsQuery } from '../api/translations.ts';
import buttons from '../app/button.module.css';
import { Icon } from '../app/icons.tsx';
import { Time } from '../app/time.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { Glossary } from './glossary.tsx';
import { sayLanguage } from './languages.ts';
import { NewTranslation } from './new-translation.tsx';
import { TranslationView } from './translation.tsx';
import { TranslationState } from './translation-state.tsx';

/** In the place of an id. */
const NEW = 'new';
const GLOSSARY = 'glossary';

/** The translations of an organization, one of them, the form for another one, or the glossary. */
export function Translations({ owner: organization, itemId }: PartProps<Organization>) {
  if (itemId === undefined) return <TranslationList organization={organization} />;
  if (itemId === NEW) return <NewTranslation organizationId={organization.id} />;
  if (itemId === GLOSSARY) return <Glossary organization={organization} />;
  return <TranslationView organizationId={organization.id} translationSettingsId={itemId} />;
}

function TranslationList({ organization }: { organization: Organization }) {
  const { id: organizationId, permissions } = organization;
  const list = useInfiniteQuery(translationsQuery(organizationId));
  const params = { organizationId, part: 'translations' };
  const add = permissions.createOpenAPISpec && (
    <Link
      to="/o/$organizationId/$part/$itemId"
      params={{ ...params, itemId: NEW }}
      className={buttons.primary ?? ''}
    >
      <Icon name="plus" />
      {t('addTranslation')}
    </Link>
  );
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  return (
    <View
      title={t('partTranslations')}
      lead={t('translationsLead')}
      actions={
        <>
          <Link
            to="/o/$organizationId/$part/$itemId"
            params={{ ...params, itemId: GLOSSARY }}
            className={buttons.plain ?? ''}
          >
            {t('openGlossary')}
          </Link>
          {!isEmpty && add}
        </>
      }
      isWide
    >
      <PagedTable
        list={list}
        label={t('partTranslations')}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('noTranslations')} text={t('noTranslationsHint')}>
            {add}
          </EmptyState>
        }
        columns={[
          {
            label: t('translationTitle'),
            cell: ({ id, title }) => (
              <Link to="/o/$organizationId/$part/$itemId" params={{ ...params, itemId: id }}>
                {title}
              </Link>
            ),
          },
          {
            label: t('translationLanguages'),
            cell: ({ languages }) => languages.map(sayLanguage).join(', '),
          },
          { label: t('recordColumnState'), cell: ({ status }) => <TranslationState status={status} /> },
          { label: t('recordColumnCreated'), cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </View>
  );
}
