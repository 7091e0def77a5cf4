/** What a page asks the frame of a diagram to draw. */
export interface DiagramOrder {
  source: string;
  isDark: boolean;
}

/** How it went. A frame runs code that users wrote, so the receiver checks each part of this. */
export type DiagramReport = { isDrawn: true; height: number; title: string } | { isDrawn: false };
