/** A chunk of its own: columns are made wider by their edge. */
import type { EditorView } from 'prosemirror-view';
import { setColumnWidth } from './columns.ts';

/** Readers see columns in steps of this many pixels. */
const STEP = 32;
const [MIN, MAX] = [64, 768];

interface Drag {
  view: EditorView;
  getPos: () => number | undefined;
  header: HTMLElement;
  edge: HTMLElement;
  /** Where the pointer went down. */
  startX: number;
}

/** Shows each width while the edge is dragged, and writes the last one in one step. Escape leaves it as it was. */
export function dragColumnEdge({ view, getPos, header, edge, startX }: Drag): void {
  const { width: before } = header.getBoundingClientRect();
  const towardsEnd = getComputedStyle(header).direction === 'rtl' ? -1 : 1;
  let width: number | undefined;
  const ended = new AbortController();
  const { signal } = ended;
  const end = (isDone: boolean): void => {
    ended.abort();
    edge.classList.remove('dragged');
    header.style.removeProperty('min-width');
    const position = getPos();
    if (isDone && width !== undefined && position !== undefined) setColumnWidth(view, position, width);
  };
  edge.classList.add('dragged');
  edge.addEventListener(
    'pointermove',
    ({ clientX }) => {
      const wanted = before + towardsEnd * (clientX - startX);
      width = Math.min(MAX, Math.max(MIN, Math.round(wanted / STEP) * STEP));
      header.style.minWidth = `${width}px`;
    },
    { signal },
  );
  edge.addEventListener('pointerup', () => end(true), { signal });
  edge.addEventListener('pointercancel', () => end(false), { signal });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      end(false);
    },
    { signal },
  );
}
