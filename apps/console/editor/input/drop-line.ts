import { Plugin, type PluginView } from 'prosemirror-state';

/** Shows a line where a dragged block would go. What draws it is loaded when something is first dragged over the text. */
export const dropLine = (): Plugin =>
  new Plugin({
    view: (view) => {
      let line: PluginView | undefined;
      let isOver = false;
      const load = async (): Promise<void> => {
        const { dropCursor } = await import('prosemirror-dropcursor');
        if (isOver) return;
        const plugin = dropCursor({ class: 'drop-cursor', color: false, width: 2 });
        line = plugin.spec.view?.call(plugin, view);
      };
      const onDrag = (): void => void load().catch(() => undefined);
      view.dom.addEventListener('dragenter', onDrag, { once: true });
      return {
        update: (_view, before) => line?.update?.(view, before),
        destroy: () => {
          isOver = true;
          view.dom.removeEventListener('dragenter', onDrag);
          line?.destroy?.();
        },
      };
    },
  });
