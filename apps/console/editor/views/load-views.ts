import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin } from 'prosemirror-state';
import type { EditorView, NodeViewConstructor } from 'prosemirror-view';
import { visitChanged } from '../convert/visit-changed.ts';

/** Nodes that need no view, or whose view is always loaded. */
const PLAIN = new Set(
  'paragraph heading_1 heading_2 heading_3 list_unordered list_ordered list_tasks list_item blockquote divider text hard_break emoji source_inline unknown_inline'.split(
    ' ',
  ),
);

type Views = (state: EditorState) => Record<string, NodeViewConstructor>;

let loaded: Views | undefined;
let loading: Promise<void> | undefined;

export const loadedViews: Views = (state) => loaded?.(state) ?? {};

/** Loads the views that a document needs. Undefined if all of them are loaded. */
export function loadViewsFor(document: Node): Promise<void> | undefined {
  if (loaded || !hasSpecial(document)) return undefined;
  return loadViews();
}

export const loadViews = (): Promise<void> => {
  loading ??= import('./special-views.ts').then(({ specialViews }) => {
    loaded = specialViews;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
};

function hasSpecial(node: Node): boolean {
  let isFound = isSpecial(node);
  node.descendants((child) => {
    isFound ||= isSpecial(child);
    return !isFound;
  });
  return isFound;
}

/** Whether a node has a view of its own with controls. */
export const isSpecial = ({ type }: Node): boolean => type.name !== 'doc' && !PLAIN.has(type.name);

/** Loads the views of a block that comes into an open page. `use`: shows everything with them. */
export const lateViews = (use: (view: EditorView) => void): Plugin =>
  new Plugin({
    view: (view) => {
      // Views that were there when the text was shown.
      let isDone = loaded !== undefined;
      let isWanted = false;
      const show = (): void => {
        // Redrawing would interrupt a composition.
        if (isDone || view.isDestroyed || view.composing) return;
        isDone = true;
        use(view);
      };
      return {
        update(_view, { doc: before }) {
          const { doc } = view.state;
          if (isDone) return;
          visitChanged(before, doc, ({ node }) => {
            isWanted ||= isSpecial(node) || (node.inlineContent && hasSpecial(node));
          });
          if (isWanted) void loadViews().then(show, () => undefined);
        },
      };
    },
  });
