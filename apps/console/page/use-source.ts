import { useEffect, useState, useSyncExternalStore } from 'react';
import { attendSaver } from '../saving/attend-saver.ts';
import type { SaveState } from '../saving/saver.ts';
import type { OpenSource } from '../saving/source-draft.ts';
import type { OpenEditor } from './open-editor.ts';

const NOTHING = (): (() => void) => () => {};
const SAVED: SaveState = { kind: 'saved' };

/** The Markdown of the page while it is edited as such. Both ways to edit go on from what the other one has saved. */
export function useSource(editor: OpenEditor, userId: string) {
  const [source, setSource] = useState<OpenSource>();
  const saver = source?.saver;
  const state = useSyncExternalStore(
    (listener) => saver?.subscribe(listener) ?? NOTHING(),
    () => saver?.state ?? SAVED,
  );
  useEffect(() => {
    if (!saver) return undefined;
    const stop = attendSaver(saver);
    return () => {
      stop();
      // What the service does not have stays in the journal.
      void saver.leave().finally(() => saver.stop());
    };
  }, [saver]);
  async function choose(isSource: boolean): Promise<void> {
    if (isSource === (source !== undefined)) return;
    if (isSource) {
      await editor.session.saver.flush();
      if (!editor.session.saver.isClean) return;
      const { openSource } = await import('../saving/source-draft.ts');
      setSource(await openSource(editor.place, userId));
    } else {
      await saver?.flush();
      if (saver?.state.kind !== 'saved') return;
      await editor.readAgain();
      setSource(undefined);
    }
  }
  return { source, state, choose };
}
