import { showToast } from '../app/toasts.tsx';
import { t } from '../messages/messages.ts';
import { alone, withoutLiveTabs } from '../saving/tab.ts';
import { treeJournal } from './tree-journal.ts';
import { treeState } from './tree-state.ts';

/** Sends the changes of page trees that closed tabs of this user have left, in their order. */
export async function resumeLeft(userId: string): Promise<void> {
  await alone('left-tree', { isPatient: false }, async () => {
    const own = (await treeJournal.list()).filter((entry) => entry.userId === userId);
    const left = (await withoutLiveTabs(own)).sort((a, b) => a.at - b.at);
    const done = await Promise.all(left.map((entry) => treeState(entry.place).resume(entry)));
    const count = done.filter((one) => one !== undefined).length;
    if (count > 0) showToast(t('treeResumed', { count }));
  });
}
