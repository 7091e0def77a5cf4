import { type Command, NodeSelection, Plugin } from 'prosemirror-state';
import type { HandleView } from './handle-view.ts';

/**
 * The handle beside the block under the pointer. It drags the block, and a click opens its menu. It is loaded when the
 * pointer first moves.
 */
export const blockHandle = (): Plugin =>
  new Plugin({
    view(view) {
      let handle: HandleView | undefined;
      let isOver = false;
      const load = async (event: MouseEvent): Promise<void> => {
        const made = await import('./handle-view.ts');
        if (isOver) return;
        handle = new made.HandleView(view);
        handle.follow(event);
      };
      const onMove = (event: MouseEvent): void => {
        if (!view.editable) return;
        document.removeEventListener('mousemove', onMove);
        void load(event).catch(() => undefined);
      };
      document.addEventListener('mousemove', onMove, { passive: true });
      return {
        update: (_view, before) => handle?.update(before),
        destroy: () => {
          isOver = true;
          document.removeEventListener('mousemove', onMove);
          handle?.destroy();
        },
      };
    },
  });

/** Opens the menu of the innermost movable block around the caret. */
export const openMenuOfBlock: Command = ({ selection }, _dispatch, view) => {
  if (!view?.editable) return false;
  const { $from } = selection;
  let position = selection instanceof NodeSelection && selection.node.isBlock ? selection.from : undefined;
  for (let depth = $from.depth; depth > 0 && position === undefined; depth--) {
    const parent = $from.node(depth - 1);
    const isPart = parent.type.name === 'code_block' || parent.type.name === 'expandable_title';
    if (!isPart && $from.node(depth).type.isInGroup('block')) position = $from.before(depth);
  }
  if (position === undefined) return false;
  const dom = view.nodeDOM(position);
  const place = position;
  void import('./block-menu.ts').then(({ openBlockMenu }) => {
    if (!view.isDestroyed && dom instanceof Element) openBlockMenu(view, place, dom);
  });
  return true;
};
