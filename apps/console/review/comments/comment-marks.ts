/** The words and blocks of a page that comments are on, as marks that follow what is written. */
import { Decoration, type EditorView } from 'prosemirror-view';
import { marksOfPart, type PartSpec, showMarksOfPart } from '../../editor/views/marks-of-part.ts';
import type { Stretch } from './comment-targets.ts';
import './comment-marks.css';

/** The mark of a comment that is being written. */
export const PENDING = 'pending';

export interface Marked {
  id: string;
  stretch: Stretch;
}

interface MarkSpec extends PartSpec {
  id: string;
  isBlock: boolean;
}

const specOf = ({ spec }: Decoration): MarkSpec => spec as MarkSpec;

/** The marks of a view as they are now. Those whose words were deleted are gone. */
export const markedIn = (view: EditorView): Marked[] =>
  marksOfPart(view, 'comments').map((mark) => ({
    id: specOf(mark).id,
    stretch: { from: mark.from, to: mark.to, isBlock: specOf(mark).isBlock },
  }));

export const stretchIn = (view: EditorView, id: string): Stretch | undefined =>
  markedIn(view).find((mark) => mark.id === id)?.stretch;

/** The comments on a position, the shortest stretch first. */
export const markedAt = (view: EditorView, position: number): string[] =>
  marksOfPart(view, 'comments')
    .filter(({ from, to }) => from <= position && position <= to)
    .sort((a, b) => a.to - a.from - (b.to - b.from))
    .map((mark) => specOf(mark).id)
    .filter((id) => id !== PENDING);

/** Shows these marks and no others. `active`: the comment that is shown beside the page. */
export function mark(view: EditorView, marked: readonly Marked[], active: string | undefined): void {
  const { doc } = view.state;
  const decorations = marked
    .filter(({ stretch: { from, to } }) => from < to && to <= doc.content.size)
    .map(({ id, stretch: { from, to, isBlock } }) => {
      const state = id === PENDING ? ' is-pending' : id === active ? ' is-active' : '';
      const spec: MarkSpec = { part: 'comments', id, isBlock };
      return isBlock
        ? Decoration.node(from, to, { class: `commented-block${state}` }, spec)
        : Decoration.inline(from, to, { class: `commented${state}` }, spec);
    });
  showMarksOfPart(view, 'comments', decorations);
}
