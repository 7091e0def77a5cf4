import { useSyncExternalStore } from 'react';
import { Button } from '../app/button.tsx';
import { t } from '../messages/messages.ts';
import type { Saver } from '../saving/saver.ts';
import type { OpenSource } from '../saving/source-draft.ts';
import type { OpenEditor } from './open-editor.ts';
import styles from './page.module.css';

interface PageNoticesProps {
  editor: OpenEditor;
  /** The Markdown of the page while it is edited as such. */
  source: OpenSource | undefined;
}

/** Warnings about text that is not saved, or not kept in the browser. */
export function PageNotices({ editor, source }: PageNoticesProps) {
  return (
    <>
      <LocalCopyNotice editor={editor} />
      {source ? (
        <RefusedNotice saver={source.saver} readMarkdown={async () => source.draft.text ?? ''} />
      ) : (
        <RefusedNotice
          saver={editor.session.saver}
          readMarkdown={async () => {
            const { writeMarkdown } = await import('../editor/input/write-markdown.ts');
            return writeMarkdown(editor.state.doc);
          }}
        />
      )}
    </>
  );
}

/** Warns if the browser cannot keep unsaved text, or read what it has kept. */
function LocalCopyNotice({ editor }: { editor: OpenEditor }) {
  const hasJournal = useSyncExternalStore(editor.subscribe, () => editor.hasJournal);
  if (!editor.isLeftKnown)
    return (
      <p className={styles.notice} role="alert">
        {t('journalUnreadable')} <Button onClick={() => location.reload()}>{t('tryAgain')}</Button>
      </p>
    );
  if (hasJournal) return null;
  return (
    <p className={styles.notice} role="alert">
      {t('noJournal')}
    </p>
  );
}

interface RefusedNoticeProps {
  saver: Saver;
  readMarkdown(): Promise<string>;
}

/** What the writer can do with a text that the service refuses. The save status shows the reason. */
function RefusedNotice({ saver, readMarkdown }: RefusedNoticeProps) {
  const listen = (listener: () => void): (() => void) => saver.subscribe(listener);
  const state = useSyncExternalStore(listen, () => saver.state);
  const hasJournal = useSyncExternalStore(listen, () => saver.hasJournal);
  if (state.kind !== 'failed') return null;
  const copy = async (): Promise<void> => {
    const { copyText } = await import('../app/copy-text.ts');
    await copyText(await readMarkdown());
  };
  return (
    <div className={styles.notice} role="alert">
      <p>
        {t('notSavedReason', { reason: state.message })} {hasJournal && t('textKept')}
      </p>
      <Button onClick={() => void copy()}>{t('copyMarkdown')}</Button>{' '}
      <Button onClick={() => void saver.flush()}>{t('tryAgain')}</Button>
    </div>
  );
}
