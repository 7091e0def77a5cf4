/** The height of a row in CSS pixels; fingers need more room. */
export const ROW_HEIGHT = matchMedia('(pointer: coarse)').matches ? 40 : 30;

/** How far a row of a level is indented, in CSS pixels. */
export const indentOf = (level: number): number => 4 + (level - 1) * 14;

/** The id of the element of a page in the tree. */
export const domId = (pageId: string): string => `tree-${pageId}`;
