import type { Block } from '@lectern/markdown/document';

/** Blocks side by side. */
export const columnsOf = (columns: readonly Block[][]): Block => ({
  object: 'block',
  type: 'columns',
  isVoid: false,
  data: {},
  nodes: columns.map((nodes) => ({ object: 'block', type: 'column', isVoid: false, data: {}, nodes })),
});
