import { Plugin, PluginKey, type PluginView } from 'prosemirror-state';
import { DecorationSet, type EditorView } from 'prosemirror-view';
import { type Checks, type LinkTargets, type Ref, type ResolvedTarget, targetOf } from './link-target.ts';

const key = new PluginKey<Checks>('link-checks');

/** The target of a link as the service knows it, if it has been asked. */
export function checkedTarget(view: EditorView, ref: Ref | undefined): ResolvedTarget | undefined {
  const target = targetOf(ref);
  return target === undefined ? undefined : key.getState(view.state)?.known.get(target);
}

/** Marks broken links, with the reason, while the page is edited and when other pages change. */
export const linkChecks = (targets: LinkTargets): Plugin =>
  new Plugin<Checks>({
    key,
    state: {
      init: () => ({ decorations: DecorationSet.empty, known: new Map() }),
      apply(transaction, before) {
        const checked = transaction.getMeta(key) as Checks | undefined;
        if (checked) return checked;
        if (!transaction.docChanged) return before;
        return { ...before, decorations: before.decorations.map(transaction.mapping, transaction.doc) };
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
    view(view) {
      let checks: PluginView | undefined;
      let isClosed = false;
      // Nothing is checked before the page is shown.
      void import('./check-links.ts').then(({ LinkChecks }) => {
        if (!isClosed) checks = new LinkChecks(view, targets, showChecks);
      });
      return {
        update: (_view, before) => checks?.update?.(view, before),
        destroy: () => {
          isClosed = true;
          checks?.destroy?.();
        },
      };
    },
  });

function showChecks(view: EditorView, checks: Checks): void {
  view.dispatch(view.state.tr.setMeta(key, checks).setMeta('addToHistory', false));
}
