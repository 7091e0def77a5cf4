import type { EditorView } from 'prosemirror-view';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Comment } from '../../api/comments.ts';
import { isSmall } from '../../editor/menus/small-screen.ts';
import type { OpenEditor } from '../../page/open-editor.ts';
import { pointingFor } from '../../page/pointing.ts';
import { type Marked, mark, markedAt, markedIn, PENDING, stretchIn } from './comment-marks.ts';
import { idsInOrder, indexBlocks, type Stretch, stretchOf } from './comment-targets.ts';

const COMPOSING_MS = 500;

export interface PageMarks {
  /**
   * Where each comment begins that is on something of the page: another map only if their order is another one, so that
   * the threads are not drawn again whenever all of them move by the length of a word.
   */
  positions: ReadonlyMap<string, number>;
  /** Scrolls to the words of a comment, as soon as they are marked. */
  scrollTo(id: string): void;
  /** Marks what a new comment will be on. Undefined: nothing. */
  setPending(stretch: Stretch | undefined): void;
}

interface MarkedPage {
  comments: readonly Comment[];
  active: string | undefined;
  /** Called for a click on words that comments are on. */
  onPoint(ids: readonly string[]): void;
}

/** Marks the words and blocks of a page that its comments are on, and keeps the marks there. */
export function usePageMarks(editor: OpenEditor, { comments, active, onPoint }: MarkedPage): PageMarks {
  const [positions, setPositions] = useState<ReadonlyMap<string, number>>(new Map());
  const pending = useRef<Stretch>(undefined);
  const wanted = useRef<string>(undefined);
  const shownActive = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const point = useRef(onPoint);
  point.current = onPoint;

  const draw = useCallback((): void => {
    clearTimeout(timer.current);
    const { view } = editor;
    if (!view) return;
    const wait = view.composing ? COMPOSING_MS : pointingFor();
    if (wait > 0) {
      timer.current = setTimeout(draw, wait);
      return;
    }
    const known = markedIn(view);
    const marked = markedOf(editor, comments, known);
    const own = known.filter(({ id }) => id === PENDING);
    if (pending.current) own.splice(0, 1, { id: PENDING, stretch: pending.current });
    pending.current = undefined;
    const all = [...marked, ...own];
    // After most saves, the marks have followed already.
    if (shownActive.current !== active || !isSame(known, all)) {
      shownActive.current = active;
      mark(view, all, active);
    }
    setPositions((before) => {
      const after = new Map(marked.map(({ id, stretch }) => [id, stretch.from]));
      return idsInOrder(before) === idsInOrder(after) ? before : after;
    });
    if (wanted.current !== undefined && showWords(view, wanted.current)) wanted.current = undefined;
  }, [editor, comments, active]);

  useEffect(() => {
    const stop = editor.whenShown(draw);
    // A save gives blocks other keys, and shows what others have changed.
    let revision = editor.session.draft.revision;
    const leave = editor.subscribe(() => {
      if (editor.session.draft.revision === revision) return;
      revision = editor.session.draft.revision;
      draw();
    });
    return () => {
      clearTimeout(timer.current);
      stop();
      leave();
    };
  }, [editor, draw]);

  useEffect(() => {
    const click = ({ clientX, clientY, target }: MouseEvent): void => {
      const { view } = editor;
      if (!view?.dom.contains(target as globalThis.Node)) return;
      const place = view.posAtCoords({ left: clientX, top: clientY });
      const ids = place ? markedAt(view, place.pos) : [];
      if (ids.length > 0) point.current(ids);
    };
    document.addEventListener('click', click);
    return () => {
      document.removeEventListener('click', click);
    };
  }, [editor]);

  const setPending = useCallback(
    (stretch: Stretch | undefined): void => {
      const { view } = editor;
      if (!view) return;
      pending.current = stretch;
      if (stretch) draw();
      else
        mark(
          view,
          markedIn(view).filter(({ id }) => id !== PENDING),
          active,
        );
    },
    [editor, draw, active],
  );
  const scrollTo = useCallback(
    (id: string): void => {
      wanted.current = editor.view && showWords(editor.view, id) ? undefined : id;
    },
    [editor],
  );
  return { positions, setPending, scrollTo };
}

function isSame(known: readonly Marked[], wanted: readonly Marked[]): boolean {
  const stretches = new Map(known.map(({ id, stretch }) => [id, stretch]));
  return (
    stretches.size === wanted.length &&
    wanted.every(({ id, stretch: { from, to } }) => {
      const one = stretches.get(id);
      return one?.from === from && one.to === to;
    })
  );
}

/** Whether they are marked. */
function showWords(view: EditorView, id: string): boolean {
  const stretch = stretchIn(view, id);
  if (!stretch) return false;
  const { node } = view.domAtPos(stretch.from + (stretch.isBlock ? 1 : 0), 1);
  const element = node instanceof Element ? node : node.parentElement;
  element?.scrollIntoView({ block: isSmall() ? 'start' : 'center' });
  return true;
}

/**
 * Where the comments are. What the service says counts for its revision; marks that are there already have followed what
 * was written since.
 */
function markedOf(editor: OpenEditor, comments: readonly Comment[], known: readonly Marked[]): Marked[] {
  const { draft, saver } = editor.session;
  const stretches = new Map(known.map(({ id, stretch }) => [id, stretch]));
  const blocks = indexBlocks(editor.state.doc);
  return comments.flatMap(({ id, target, outdated }) => {
    if (outdated || !target.node) return [];
    const followed = stretches.get(id);
    const isCurrent = target.revision === draft.revision && saver.isClean;
    const stretch =
      followed && !isCurrent
        ? followed
        : (stretchOf(blocks, target, (key) => draft.handleOf(key)) ?? followed);
    return stretch ? [{ id, stretch }] : [];
  });
}
