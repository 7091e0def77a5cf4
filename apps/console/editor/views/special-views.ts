/** A chunk of its own: the views of blocks and inlines that only some pages have. */
import type { EditorState } from 'prosemirror-state';
import type { NodeViewConstructor } from 'prosemirror-view';
import { partsOf } from '../input/editor-parts.ts';
import { tableViews } from '../tables/table-views.ts';
import { CodeView } from './code-view.ts';
import { containerViews } from './container-views.ts';
import { ImageView } from './image-view.ts';
import { partViews } from './part-views.ts';
import { renderedViews } from './rendered-views.ts';
import { TabsView, TabView } from './tabs-view.ts';

export const specialViews = (state: EditorState): Record<string, NodeViewConstructor> => ({
  ...containerViews,
  ...partViews,
  ...renderedViews(partsOf(state).renderer),
  code_block: (node, view, getPos) => new CodeView(node, view, getPos),
  tabs: (node, view, getPos) => new TabsView(node, view, getPos),
  tabs_item: () => new TabView(),
  ...tableViews(partsOf(state).cells),
  image: (node, view, getPos) => {
    const { renderer, uploads } = partsOf(state);
    return new ImageView(node, view, getPos, renderer, uploads);
  },
});
