import { useMemo, useState } from 'react';
import { PREFIX } from '../../api/client.ts';
import {
  type Comment,
  changeEntry,
  deleteEntry,
  type EntryKey,
  type Reply,
  readMarkdown,
} from '../../api/comments.ts';
import { explain } from '../../api/explain.ts';
import { askFirst } from '../../app/dialogs.tsx';
import { MenuButton, type MenuItem } from '../../app/menu.tsx';
import { Time } from '../../app/time.tsx';
import { showError, showToast } from '../../app/toasts.tsx';
import { t } from '../../messages/messages.ts';
import styles from './comments.module.css';
import { Composer } from './composer.tsx';
import { useComments } from './context.ts';
import { readMentions } from './mentions.ts';
import { Reactions } from './reactions.tsx';

interface EntryProps {
  entry: Comment | Reply;
  entryKey: EntryKey;
  /** The comment that it is, or replies to. */
  comment: Comment;
}

/** A comment or a reply: who, when, and the text. */
export function Entry({ entry, entryKey, comment }: EntryProps) {
  const context = useComments();
  const { place } = context;
  const [edited, setEdited] = useState<{ text: string; mentions: Record<string, string> }>();
  const { postedBy, postedAt, editedAt, permissions, body } = entry;
  const isReply = entryKey.replyId !== undefined;
  const edit = async (): Promise<void> => {
    try {
      setEdited(readMentions(await readMarkdown(place, entryKey)));
    } catch (error) {
      showError(explain(error));
    }
  };
  const copyLink = async (): Promise<void> => {
    const address = `${location.origin}${PREFIX}/app${context.linkOf(comment)}`;
    try {
      await navigator.clipboard.writeText(address);
      showToast(t('commentLinkCopied'));
    } catch {
      showError(address);
    }
  };
  const remove = (): void =>
    askFirst(
      {
        title: t(isReply ? 'deleteReplyQuestion' : 'deleteCommentQuestion'),
        text: t(isReply ? 'deleteReplyHelp' : 'deleteCommentHelp'),
        submit: t('delete'),
        isDanger: true,
      },
      () => deleteEntry(place, entryKey),
    );
  const items = (): MenuItem[] => [
    { label: t('copyCommentLink'), icon: 'link', run: () => void copyLink() },
    ...(permissions.edit ? [{ label: t('editComment'), icon: 'page', run: () => void edit() } as const] : []),
    ...(permissions.delete
      ? [{ label: t('delete'), icon: 'trash', isDanger: true, run: remove } as const]
      : []),
  ];
  return (
    <div className={styles.entry}>
      <div className={styles.who}>
        <span aria-hidden="true" className={styles.initial}>
          {[...postedBy.displayName.trim()][0]?.toUpperCase() ?? '?'}
        </span>
        <strong>{postedBy.displayName}</strong>
        <span className={styles.when}>
          <Time at={postedAt} />
          {editedAt !== undefined && ` · ${t('commentEdited')}`}
        </span>
        <MenuButton
          label={t('commentMenu', { name: postedBy.displayName })}
          groups={() => [{ items: items() }]}
        />
      </div>
      {edited ? (
        <Composer
          slot={`edit:${entry.id}`}
          label={t('editComment')}
          submit={t('save')}
          initial={edited}
          onSend={async (markdown) => changeEntry(place, entryKey, { body: { markdown } })}
          onSent={() => setEdited(undefined)}
          onClose={() => setEdited(undefined)}
        />
      ) : (
        <Body html={body.html ?? ''} />
      )}
      <Reactions entry={entry} entryKey={entryKey} />
    </div>
  );
}

/** The text as the service draws it, which has made it safe. */
function Body({ html }: { html: string }) {
  const shown = useMemo(() => withoutIds(html), [html]);
  return (
    <div
      className={`document ${styles.body}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the service escapes what people write.
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  );
}

/** Ids are unique within one text alone. */
function withoutIds(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const element of template.content.querySelectorAll('[id]')) element.removeAttribute('id');
  for (const link of template.content.querySelectorAll('a')) link.target = '_blank';
  return template.innerHTML;
}
