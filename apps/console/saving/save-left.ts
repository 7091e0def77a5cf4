import { queries, sessionQuery } from '../api/queries.ts';
import { createJournal } from './journal.ts';
import { watchTabs } from './tab.ts';

/** Saves what closed tabs of this user have left unsaved: now, when a tab is closed, and when the connection is back. */
export function startSavingLeft(): void {
  const journal = createJournal();
  const save = async (): Promise<void> => {
    // What does it is part of the editor, which most visits do not need.
    if ((await journal.list()).length === 0) return;
    const { user } = await queries.fetchQuery(sessionQuery);
    const { saveLeftEntries } = await import('./session.ts');
    if (user) await saveLeftEntries(journal, user.id);
  };
  // Without a connection, or a database, the next start tries again.
  const attempt = (): void => void save().catch(() => undefined);
  window.addEventListener('online', attempt);
  watchTabs(attempt);
  // After the page that is being opened has taken what is its own.
  setTimeout(attempt, 3000);
}
