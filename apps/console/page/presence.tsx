import type { ItemOf } from '@lectern/client/client';
import type { Schemas } from '@lectern/client/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { type SpaceEvent, subscribe, TAB_ID } from '../api/events.ts';
import { queries } from '../api/queries.ts';
import { InBar } from '../app/bar-slots.tsx';
import { Portrait } from '../app/portrait.tsx';
import { markOthers } from '../editor/views/others.ts';
import { t } from '../messages/messages.ts';
import type { OpenEditor } from './open-editor.ts';
import { pointingFor } from './pointing.ts';
import styles from './presence.module.css';

/** The shortest time between two reports of the caret's position. */
const TELL_MS = 1500;
const MOST_SHOWN = 4;

type Present = ItemOf<'/v1/spaces/{spaceId}/presence'>;

const keyOf = (spaceId: string) => ['presence', spaceId] as const;

/** Shows who else is on the page, marks their positions in the text, and reports ours. */
export function PresenceOnPage({ editor }: { editor: OpenEditor }) {
  const { place } = editor;
  const { spaceId, changeRequestId, pageId } = place;
  const { data: present = [] } = useQuery({
    queryKey: keyOf(spaceId),
    queryFn: async (): Promise<Present[]> =>
      (await api.get('/v1/spaces/{spaceId}/presence', { path: { spaceId } })).items,
    staleTime: 0,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = subscribe({ spaceId, changeRequestId }, (event) => {
      if (event.type !== 'presence' || timer !== undefined || isKnown(event, spaceId)) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: keyOf(spaceId) });
      }, 200);
    });
    // Readers see who is present, but report no position.
    const stop = editor.mayEdit ? tellPlace(editor) : () => {};
    return () => {
      clearTimeout(timer);
      stop();
      leave();
    };
  }, [editor, spaceId, changeRequestId]);
  const others = present.filter(({ page, tab }) => page === pageId && tab !== TAB_ID);
  useOthers(editor, others);
  const people = [...new Map(others.map((one) => [one.user.id, one.user])).values()];
  return (
    <InBar slot="presence">
      {people.length > 0 && (
        <ul className={styles.people} aria-label={t('alsoHere')}>
          {people.slice(0, MOST_SHOWN).map(({ id, displayName, photoURL }) => (
            <li key={id} title={displayName}>
              <Portrait name={displayName} url={photoURL} className={styles.portrait} />
              <span className="visually-hidden">{displayName}</span>
            </li>
          ))}
          {people.length > MOST_SHOWN && <li>+{people.length - MOST_SHOWN}</li>}
        </ul>
      )}
    </InBar>
  );
}

/** Marks the blocks in which others are. */
function useOthers(editor: OpenEditor, others: readonly Present[]): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = (): void => {
      const { view, session } = editor;
      if (!view || view.isDestroyed) return;
      const wait = pointingFor();
      if (wait > 0) {
        timer = setTimeout(mark, wait);
        return;
      }
      const present = others.flatMap(({ block, user }) =>
        block === undefined ? [] : [{ block: session.draft.handleOf(block), name: user.displayName }],
      );
      markOthers(view, present);
    };
    mark();
    return () => clearTimeout(timer);
  });
}

/** Whether the presence list that was read last is still true after an event, apart from this tab. */
function isKnown(event: Extract<SpaceEvent, { type: 'presence' }>, spaceId: string): boolean {
  if (event.change !== 'all') return event.tab === TAB_ID;
  const isOwn = ({ tab }: { tab?: string }): boolean => tab === TAB_ID;
  return event.present.every(isOwn) && queries.getQueryData<Present[]>(keyOf(spaceId))?.every(isOwn) === true;
}

/** Reports the position of this tab to others. Returns a function that stops it. */
function tellPlace(editor: OpenEditor): () => void {
  const { spaceId, changeRequestId, pageId } = editor.place;
  let sent: string | undefined;
  const tell = async (): Promise<void> => {
    const block = editor.currentBlock;
    if (document.visibilityState === 'hidden' || sent === (block ?? '')) return;
    sent = block ?? '';
    const body: Schemas['PutPresenceBody'] = {
      tab: TAB_ID,
      page: pageId,
      ...(changeRequestId === undefined ? {} : { changeRequest: changeRequestId }),
      ...(block === undefined ? {} : { block }),
    };
    try {
      await api.put('/v1/spaces/{spaceId}/presence', { path: { spaceId }, body });
    } catch {
      // The next report repeats it.
      sent = undefined;
    }
  };
  void tell();
  const timer = setInterval(() => void tell(), TELL_MS);
  return () => clearInterval(timer);
}
