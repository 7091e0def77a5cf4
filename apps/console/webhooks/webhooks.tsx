import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Organization } from '../api/queries.ts';
import { webhooksQuery } from '../api/webhooks.ts';
import buttons from '../app/button.module.css';
import { Icon } from '../app/icons.tsx';
import { Time } from '../app/time.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { t } from '../messages/messages.ts';
import type { PartProps } from '../settings/area-part.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookView } from './webhook.tsx';
import { WebhookState } from './webhook-state.tsx';
import styles from './webhooks.module.css';

/** In the place of an id: the form for another webhook. */
const NEW = 'new';

/** The webhooks of an organization, one of them, or the form for another one. */
export function Webhooks({ owner, itemId }: PartProps<Organization>) {
  if (itemId === undefined) return <WebhookList organizationId={owner.id} />;
  if (itemId === NEW) return <NewWebhook organizationId={owner.id} />;
  return <WebhookView organizationId={owner.id} webhookId={itemId} />;
}

function WebhookList({ organizationId }: { organizationId: string }) {
  const list = useInfiniteQuery(webhooksQuery(organizationId));
  const add = (
    <Link
      to="/o/$organizationId/$part/$itemId"
      params={{ organizationId, part: 'webhooks', itemId: NEW }}
      className={buttons.primary ?? ''}
    >
      <Icon name="plus" />
      {t('addWebhook')}
    </Link>
  );
  const isEmpty = list.data?.pages[0]?.items.length === 0;
  return (
    <View title={t('partWebhooks')} lead={t('webhooksLead')} actions={isEmpty ? undefined : add} isWide>
      <PagedTable
        list={list}
        label={t('partWebhooks')}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('noWebhooks')} text={t('noWebhooksHint')}>
            {add}
          </EmptyState>
        }
        columns={[
          {
            label: t('webhookTitle'),
            cell: ({ id, title, url }) => (
              <span className={styles.name}>
                <Link
                  to="/o/$organizationId/$part/$itemId"
                  params={{ organizationId, part: 'webhooks', itemId: id }}
                >
                  {title}
                </Link>
                <small>{url}</small>
              </span>
            ),
          },
          {
            label: t('webhookEvents'),
            cell: ({ events }) => t('eventsChosen', { count: events.length }),
          },
          { label: t('recordColumnState'), cell: (webhook) => <WebhookState webhook={webhook} /> },
          { label: t('recordColumnCreated'), cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </View>
  );
}
