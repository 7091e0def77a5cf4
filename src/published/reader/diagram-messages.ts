/** What a page asks the frame of a diagram to draw. */
export interface DiagramOrder {
  source: string;
  isDark: boolean;
}

/** How it went. A frame runs what users wrote: whoever receives this checks each of its parts. */
export type DiagramReport = { isDrawn: true; height: number; title: string } | { isDrawn: false };
