import { type Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { marksIn, showMarks } from './late-marks.ts';

/** Whose marks they are, in the `spec` of each. */
export interface PartSpec {
  part: 'comments' | 'others';
}

const isOf =
  (part: PartSpec['part']) =>
  (spec: PartSpec): boolean =>
    spec.part === part;

export const marksOfPart = (view: EditorView, part: PartSpec['part']): Decoration[] =>
  marksIn(view).find(undefined, undefined, isOf(part) as (spec: object) => boolean);

/** Shows marks of a part of the console in the place of those that it had. */
export function showMarksOfPart(
  view: EditorView,
  part: PartSpec['part'],
  marks: readonly Decoration[],
): void {
  const isOther = (spec: PartSpec): boolean => spec.part !== part;
  const others = marksIn(view).find(undefined, undefined, isOther as (spec: object) => boolean);
  showMarks(view, DecorationSet.create(view.state.doc, [...others, ...marks]));
}
