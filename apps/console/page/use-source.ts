import { useState, useSyncExternalStore } from 'react';
import type { SaveState } from '../saving/saver.ts';
import type { SourceDraft } from '../saving/source-draft.ts';
import type { OpenEditor } from './open-editor.ts';

const NOTHING = (): (() => void) => () => {};
const SAVED: SaveState = { kind: 'saved' };

/** The Markdown of the page while it is edited as such. Both ways to edit go on from what the other one has saved. */
export function useSource(editor: OpenEditor, userId: string) {
  const [draft, setDraft] = useState<SourceDraft>();
  const state = useSyncExternalStore(draft?.subscribe ?? NOTHING, () => draft?.state ?? SAVED);
  async function choose(isSource: boolean): Promise<void> {
    if (isSource === (draft !== undefined)) return;
    if (isSource) {
      await editor.session.saver.flush();
      if (!editor.session.saver.isClean) return;
      const { readSource, SourceDraft } = await import('../saving/source-draft.ts');
      setDraft(new SourceDraft(editor.place, userId, await readSource(editor.place)));
    } else {
      await draft?.flush();
      if (draft?.state.kind !== 'saved') return;
      await editor.readAgain();
      setDraft(undefined);
    }
  }
  return { draft, state, choose };
}
