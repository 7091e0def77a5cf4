/** A message from a page to the frame of a diagram: the diagram to draw. */
export interface DiagramOrder {
  source: string;
  isDark: boolean;
}

/** The frame's report on the drawing. A frame runs code that users wrote, so the receiver checks each part of this. */
export type DiagramReport =
  | { isDrawn: true; height: number; title: string }
  /** The fault in the source, in the words of the library. */
  | { isDrawn: false; problem: string };
