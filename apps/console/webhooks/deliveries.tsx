import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { type Delivery, type DeliveryState, deliveriesQuery, type WebhookKey } from '../api/webhooks.ts';
import { Button } from '../app/button.tsx';
import { showDialog } from '../app/dialogs.tsx';
import { Time } from '../app/time.tsx';
import { EmptyState } from '../app/view.tsx';
import { Filters, SelectFilter } from '../forms/filters.tsx';
import { PagedTable } from '../forms/paged-table.tsx';
import { Badge } from '../forms/section.tsx';
import { t } from '../messages/messages.ts';
import { sayEvent } from './webhook-fields.tsx';
import styles from './webhooks.module.css';

const DeliveryDialog = lazy(async () => ({
  default: (await import('./delivery-dialog.tsx')).DeliveryDialog,
}));

const TONES = { waiting: 'plain', delivered: 'good', failed: 'bad' } as const;
const STATES: readonly DeliveryState[] = ['waiting', 'delivered', 'failed'];

/** What was sent to a webhook, and what the receiver said. */
export function Deliveries({ path }: { path: WebhookKey }) {
  const [state, setState] = useState<DeliveryState | 'all'>('all');
  const list = useInfiniteQuery(deliveriesQuery(path, state));
  return (
    <div>
      <Filters>
        <SelectFilter
          label={t('deliveryState')}
          value={state}
          onChange={setState}
          options={[
            ['all', t('deliveriesAll')],
            ...STATES.map((one) => [one, t(`delivery-${one}`)] as [DeliveryState, string]),
          ]}
        />
      </Filters>
      <PagedTable
        list={list}
        label={t('deliveriesHeading')}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('noDeliveries')} text={t('noDeliveriesHint')} />}
        columns={[
          { label: t('recordColumnEvent'), cell: ({ event }) => sayEvent(event.type) },
          { label: t('recordColumnWhen'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            label: t('recordColumnState'),
            cell: ({ state: of }) => <Badge tone={TONES[of]}>{t(`delivery-${of}`)}</Badge>,
          },
          { label: t('recordColumnResponse'), cell: sayResponse },
          {
            label: '',
            cell: (delivery) => (
              <div className={styles.actions}>
                <Button
                  aria-label={`${t('showDelivery')}: ${sayEvent(delivery.event.type)}`}
                  onClick={() =>
                    showDialog((close) => (
                      <DeliveryDialog path={{ ...path, deliveryId: delivery.id }} onClose={close} />
                    ))
                  }
                >
                  {t('showDelivery')}
                </Button>
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}

/** What the receiver said to the last attempt, or the failure as it was recorded. */
function sayResponse({ attempts }: Delivery) {
  const last = attempts.at(-1);
  if (!last) return null;
  if (last.status !== undefined) return `HTTP ${last.status}`;
  return last.error === undefined ? t('noResponse') : <code translate="no">{last.error}</code>;
}
