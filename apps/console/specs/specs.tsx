import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Organization } from '../api/queries.ts';
import { specsQuery } from '../api/specs.ts';
import buttons from '../app/button.module.css';
import { Icon } from '../app/icons.tsx';
import { Time } from '../app/time.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { NewSpec } from './new-spec.tsx';
import { SpecView } from './spec.tsx';
import { SpecState } from './spec-state.tsx';
import styles from './specs.module.css';

/** In the place of a name: the form for another spec. No spec has this name, which ends with a hyphen. */
const NEW = 'new-';

/** The OpenAPI specs of an organization, one of them, or the form for another one. */
export function Specs({ owner: organization, itemId }: PartProps<Organization>) {
  if (itemId === undefined) return <SpecList organization={organization} />;
  if (itemId === NEW) return <NewSpec organizationId={organization.id} />;
  return <SpecView organizationId={organization.id} specSlug={itemId} />;
}

function SpecList({ organization }: { organization: Organization }) {
  const { id: organizationId, permissions } = organization;
  const list = useInfiniteQuery(specsQuery(organizationId));
  const add = permissions.createOpenAPISpec && (
    <Link
      to="/o/$organizationId/$part/$itemId"
      params={{ organizationId, part: 'specs', itemId: NEW }}
      className={buttons.primary ?? ''}
    >
      <Icon name="plus" />
      {t('addSpec')}
    </Link>
  );
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  return (
    <View title={t('partSpecs')} lead={t('specsLead')} actions={isEmpty ? undefined : add} isWide>
      <PagedTable
        list={list}
        label={t('partSpecs')}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('noSpecs')} text={t('noSpecsHint')}>
            {add}
          </EmptyState>
        }
        columns={[
          {
            label: t('specName'),
            cell: ({ slug, sourceURL }) => (
              <span className={styles.name}>
                <Link
                  to="/o/$organizationId/$part/$itemId"
                  params={{ organizationId, part: 'specs', itemId: slug }}
                >
                  {slug}
                </Link>
                <small>{sourceURL ?? t('specUploaded')}</small>
              </span>
            ),
          },
          { label: t('recordColumnState'), cell: (spec) => <SpecState spec={spec} /> },
          {
            label: t('recordColumnChecked'),
            cell: ({ lastProcessedAt }) => lastProcessedAt && <Time at={lastProcessedAt} />,
          },
        ]}
      />
    </View>
  );
}
