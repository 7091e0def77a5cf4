import { queries, sessionQuery } from '../api/queries.ts';
import { showRefusedTexts } from '../app/dialogs.tsx';
import { showToast } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';
import { treeJournal } from '../tree/tree-journal.ts';
import { createJournal, type RefusedText, SOURCES } from './journal.ts';
import { watchTabs } from './tab.ts';

/** Tells the writer at each visit, until they discard the texts. */
const tellRefused = (texts: RefusedText[]): void =>
  showToast(t('leftRefused', { count: texts.length }), {
    about: 'left',
    isBad: true,
    action: { label: t('showLeft'), run: () => showRefusedTexts(texts) },
  });

/** Saves the texts and the changes of page trees that closed tabs of this user have left unsaved: now, when a tab is closed, and when the connection is back. */
export function startSavingLeft(): void {
  const journal = createJournal();
  const sources = createJournal(SOURCES);
  const save = async (): Promise<void> => {
    const [texts, changes, markdown] = await Promise.all([
      journal.list(),
      treeJournal.list(),
      sources.list(),
    ]);
    if (texts.length + changes.length + markdown.length === 0) return;
    const { user } = await queries.fetchQuery(sessionQuery);
    if (!user) return;
    // Both are parts of the console that most visits do not need here.
    if (changes.length > 0) await (await import('../tree/resume-left.ts')).resumeLeft(user.id);
    const refused = [
      ...(texts.length > 0 ? await (await import('./session.ts')).saveLeftEntries(journal, user.id) : []),
      ...(markdown.length > 0 ? await (await import('./source-draft.ts')).saveLeftSources(user.id) : []),
    ];
    if (refused.length > 0) tellRefused(refused);
  };
  // Without a connection, or a database, the next start tries again.
  const attempt = (): void => void save().catch(() => undefined);
  window.addEventListener('online', attempt);
  watchTabs(attempt);
  // After the page that is being opened has claimed its own entry.
  setTimeout(attempt, 3000);
}
