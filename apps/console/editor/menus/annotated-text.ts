import type { Mark } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { schema } from '../schema/schema.ts';

export const annotation = schema.marks.annotation as NonNullable<(typeof schema.marks)[string]>;

/** The text that a note belongs to, and the note. */
export interface Annotated {
  from: number;
  to: number;
  mark: Mark;
}

/** The annotated text around a position. */
export function annotationAt(view: EditorView, position: number): Annotated | undefined {
  const place = view.state.doc.resolve(position);
  const { parent } = place;
  if (!parent.inlineContent) return undefined;
  const start = place.start();
  let found: Annotated | undefined;
  parent.forEach((child, offset) => {
    const mark = annotation.isInSet(child.marks);
    const [from, to] = [start + offset, start + offset + child.nodeSize];
    if (!mark) return;
    if (found?.to === from && found.mark.eq(mark)) found.to = to;
    else if (found === undefined || found.to < position) found = { from, to, mark };
  });
  return found && found.from <= position && found.to >= position ? found : undefined;
}
