import type { EventType, Webhook, WebhookBody } from '../api/webhooks.ts';
import { CheckField, TextField } from '../forms/fields.tsx';
import { useFieldError } from '../forms/form-errors.ts';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './webhooks.module.css';

const GROUPS: readonly { label: keyof Messages; events: readonly EventType[] }[] = [
  {
    label: 'eventGroupContent',
    events: ['revision.created', 'page.created', 'page.edited', 'page.moved', 'page.deleted'],
  },
  {
    label: 'eventGroupRequests',
    events: [
      'change_request.opened',
      'change_request.updated',
      'change_request.reviewed',
      'change_request.checked',
      'change_request.merged',
      'change_request.archived',
    ],
  },
  {
    label: 'eventGroupOther',
    events: ['comment.created', 'openapi_spec.version_created', 'audit_event.recorded'],
  },
];

/** The name of an event in words. A newer service may have events that this release does not know. */
export function sayEvent(type: string): string {
  const key = `event-${type}` as keyof Messages;
  const text = t(key);
  return text === key ? type : text;
}

/** The fields of a webhook: its name, its address and its events. */
export function WebhookFields({ webhook }: { webhook?: Webhook }) {
  const error = useFieldError('events');
  return (
    <>
      <TextField
        name="title"
        label={t('webhookTitle')}
        required
        maxLength={100}
        defaultValue={webhook?.title}
      />
      <TextField
        name="url"
        type="url"
        label={t('webhookUrl')}
        hint={t('webhookUrlHint')}
        required
        maxLength={2048}
        placeholder="https://"
        defaultValue={webhook?.url}
      />
      <fieldset className={styles.events} aria-describedby={error === undefined ? undefined : 'events-error'}>
        <legend>{t('webhookEvents')}</legend>
        {error !== undefined && <p id="events-error">{error}</p>}
        {GROUPS.map(({ label, events }) => (
          <fieldset key={label} className={styles.group}>
            <legend>{t(label)}</legend>
            {events.map((event) => (
              <CheckField
                key={event}
                name={event}
                label={sayEvent(event)}
                defaultChecked={webhook?.events.includes(event)}
              />
            ))}
          </fieldset>
        ))}
      </fieldset>
    </>
  );
}

export const readWebhook = (fields: FormData): WebhookBody => ({
  title: String(fields.get('title')).trim(),
  url: String(fields.get('url')).trim(),
  events: GROUPS.flatMap(({ events }) => events).filter((event) => fields.has(event)),
});
