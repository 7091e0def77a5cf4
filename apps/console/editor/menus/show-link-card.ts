import { Plugin, type PluginView } from 'prosemirror-state';
import { type Range, rangeOf } from './link-editor.ts';

/** Shows the card of the link at the caret. Its chunk is loaded when it is first needed. */
export const linkCard = (): Plugin =>
  new Plugin({
    view(view) {
      let card: PluginView | undefined;
      let isWanted = false;
      const update = (): void => {
        if (card) card.update?.(view, view.state);
        const { from, to } = view.state.selection.empty && view.editable ? rangeOf(view) : EMPTY;
        if (isWanted || from === to) return;
        isWanted = true;
        void import('./link-card.ts').then(({ LinkCard }) => {
          if (view.isDestroyed) return;
          card = new LinkCard(view);
          update();
        });
      };
      return { update, destroy: () => card?.destroy?.() };
    },
  });

const EMPTY: Range = { from: 0, to: 0 };
