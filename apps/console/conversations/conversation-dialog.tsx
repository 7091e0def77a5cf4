import { useQuery } from '@tanstack/react-query';
import { conversationQuery } from '../api/conversations.ts';
import { explain } from '../api/explain.ts';
import { Button } from '../app/button.tsx';
import { Dialog } from '../app/dialog.tsx';
import { Loading } from '../app/view.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';
import styles from './conversations.module.css';

/** Who spoke, in words. */
function saySpeaker(role: string): string {
  const key = `speaker-${role}` as keyof Messages;
  const text = t(key);
  return text === key ? role : text;
}

/** One conversation, with personal data masked. */
export function ConversationDialog({
  path,
  onClose,
}: {
  path: { organizationId: string; conversationId: string };
  onClose: () => void;
}) {
  const { data: conversation, error } = useQuery(conversationQuery(path));
  return (
    <Dialog title={conversation?.subject ?? t('conversationTitle')} onClose={onClose}>
      {error && !conversation ? (
        <p role="alert">{explain(error)}</p>
      ) : !conversation ? (
        <Loading label={t('loading')} />
      ) : (
        <>
          <ol className={styles.messages}>
            {conversation.parts.map(({ role, body }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other key.
              <li key={at} data-role={role}>
                <strong>{saySpeaker(role)}</strong>
                <p>{body}</p>
              </li>
            ))}
          </ol>
          {conversation.urls.source && (
            <p>
              <a href={conversation.urls.source} target="_blank" rel="noreferrer">
                {t('openConversationSource')}
              </a>
            </p>
          )}
          <div className={styles.end}>
            <Button onClick={onClose}>{t('close')}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
