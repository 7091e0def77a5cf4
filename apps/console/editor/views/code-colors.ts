import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { DecorationSet } from 'prosemirror-view';
import { partsOf } from '../input/editor-parts.ts';

/** Code is colored when the writer pauses. Until then, its colors move with its text. */
const PAUSE_MS = 400;

const key = new PluginKey<DecorationSet>('codeColors');

/** Shows code in the colors that readers see. */
export const codeColors = (): Plugin =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (transaction, before) =>
        (transaction.getMeta(key) as DecorationSet | undefined) ??
        before.map(transaction.mapping, transaction.doc),
    },
    props: {
      decorations(state) {
        return key.getState(state);
      },
    },
    view(view) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      /** The code that has its colors. */
      let colored: ReadonlySet<Node> = new Set();
      const wait = (pause: number): void => {
        clearTimeout(timer);
        timer = setTimeout(() => void color().catch(() => undefined), pause);
      };
      const color = async (): Promise<void> => {
        const { doc } = view.state;
        const code = findCode(doc);
        if (code.every(({ node }) => colored.has(node))) return;
        const { colorCode } = await import('./color-code.ts');
        const decorations = await colorCode(code, partsOf(view.state).renderer);
        // A text that has changed meanwhile is colored after its own pause.
        if (view.isDestroyed || view.state.doc !== doc) return;
        if (view.composing) {
          wait(PAUSE_MS);
          return;
        }
        colored = new Set(code.map(({ node }) => node));
        view.dispatch(view.state.tr.setMeta(key, DecorationSet.create(doc, decorations)));
      };
      wait(0);
      return {
        update(_view, { doc }) {
          if (view.state.doc !== doc) wait(PAUSE_MS);
        },
        destroy: () => clearTimeout(timer),
      };
    },
  });

function findCode(doc: Node): { node: Node; position: number }[] {
  const found: { node: Node; position: number }[] = [];
  doc.descendants((node, position) => {
    if (node.type.name === 'code_block') found.push({ node, position });
    return !node.isTextblock && node.type.name !== 'code_block';
  });
  return found;
}
