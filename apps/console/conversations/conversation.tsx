import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { type Conversation, type ConversationKey, conversationQuery } from '../api/conversations.ts';
import { isNotFound } from '../api/explain.ts';
import { queries } from '../api/queries.ts';
import { Button } from '../app/button.tsx';
import { askFirst } from '../app/dialogs.tsx';
import { LoadingView } from '../app/loading-view.tsx';
import { NotFound } from '../app/not-found.tsx';
import { Time } from '../app/time.tsx';
import { showToast } from '../app/toasts.tsx';
import { EmptyState, View } from '../app/view.tsx';
import { Facts, Section } from '../forms/section.tsx';
import { hasText, t } from '../messages/messages.ts';
import styles from './conversations.module.css';

/** One conversation: where it comes from, and its messages, in which personal data is masked. */
export function ConversationView({ path, canEdit }: { path: ConversationKey; canEdit: boolean }) {
  const { conversationId } = path;
  const { data: conversation, error } = useQuery(conversationQuery(path));
  if (!conversation)
    return isNotFound(error) ? <NotFound /> : <LoadingView error={error} viewKey={conversationId} />;
  return (
    <View title={conversation.subject ?? t('conversationTitle')} viewKey={conversationId}>
      <Source conversation={conversation} />
      <Section title={t('conversationMessages')}>
        {conversation.parts.length === 0 ? (
          <EmptyState title={t('noMessages')} />
        ) : (
          <ol className={styles.messages}>
            {withKeys(conversation.parts).map(({ key, role, body }) => (
              <li key={key} data-role={role}>
                <strong>{saySpeaker(role)}</strong>
                <p>{body}</p>
              </li>
            ))}
          </ol>
        )}
      </Section>
      {canEdit && <Deletion path={path} conversation={conversation} />}
    </View>
  );
}

const Source = ({
  conversation: { source, sourceId, attributes, createdAt, processedAt, urls },
}: {
  conversation: Conversation;
}) => (
  <Section
    title={t('conversationSource')}
    actions={
      urls.source && (
        <a href={urls.source} target="_blank" rel="noreferrer">
          {t('openConversationSource')}
        </a>
      )
    }
  >
    <Facts
      facts={[
        [t('conversationFrom'), saySource(source)],
        [t('conversationNumber'), sourceId],
        [t('recordColumnWhen'), <Time key="at" at={createdAt} />],
        [
          t('conversationRead'),
          processedAt === undefined ? t('conversationNotRead') : <Time key="read" at={processedAt} />,
        ],
        ...Object.entries(attributes),
      ]}
    />
  </Section>
);

/** The name of a source such as `integration:zendesk:acme`. */
function saySource(source: string): string {
  const [kind, name, installation] = source.split(':');
  if (kind === 'email') return t('partMail');
  return installation === undefined ? source : `${name} (${installation})`;
}

/** Who spoke, in words. A newer service may have roles that this release does not know. */
function saySpeaker(role: string): string {
  const key = `speaker-${role}`;
  return hasText(key) ? t(key) : role;
}

/** Messages have no ids and never change: those that say the same are counted. */
function withKeys(parts: Conversation['parts']): (Conversation['parts'][number] & { key: string })[] {
  const counts = new Map<string, number>();
  return parts.map((part) => {
    const said = `${part.role} ${part.body}`;
    const count = (counts.get(said) ?? 0) + 1;
    counts.set(said, count);
    return { ...part, key: `${count} ${said}` };
  });
}

function Deletion({
  path: { organizationId, conversationId },
  conversation: { source, sourceId },
}: {
  path: ConversationKey;
  conversation: Conversation;
}) {
  const navigate = useNavigate();
  const remove = (): void =>
    askFirst(
      {
        title: t('deleteConversationTitle'),
        text: t('deleteConversationText'),
        submit: t('delete'),
        isDanger: true,
      },
      async () => {
        await api.delete('/v1/orgs/{organizationId}/conversations', {
          path: { organizationId },
          query: { source, id: sourceId },
        });
        queries.removeQueries({ queryKey: conversationQuery({ organizationId, conversationId }).queryKey });
        await navigate({
          to: '/o/$organizationId/$part',
          params: { organizationId, part: 'conversations' },
        });
        showToast(t('conversationDeleted'));
        await queries.invalidateQueries({ queryKey: ['organization', organizationId] });
      },
    );
  return (
    <Section
      title={t('deleteConversation')}
      text={t('deleteConversationText')}
      isDanger
      actions={
        <Button look="danger" onClick={remove}>
          {t('deleteConversation')}
        </Button>
      }
    />
  );
}
