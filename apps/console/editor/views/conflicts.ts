import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';

/** A block that two people have changed. The editor shows the writer’s own text. */
export interface ShownConflict {
  block: string;
  base: Node | undefined;
  theirs: Node | undefined;
}

interface ConflictState {
  conflicts: readonly ShownConflict[];
  settle(block: string): void;
}

const key = new PluginKey<ConflictState>('conflicts');
const NONE: ConflictState = { conflicts: [], settle: () => {} };

/** Shows a card above each block in conflict, with all its texts. */
export const conflicts = (): Plugin<ConflictState> =>
  new Plugin<ConflictState>({
    key,
    state: {
      init: () => NONE,
      apply: (transaction, state) => (transaction.getMeta(key) as ConflictState | undefined) ?? state,
    },
    props: {
      decorations(state) {
        const { conflicts: shown, settle } = key.getState(state) ?? NONE;
        if (shown.length === 0) return null;
        const cards = shown.map((conflict) => {
          const place = placeOf(state.doc, conflict.block) ?? { position: 0 };
          return Decoration.widget(
            place.position,
            (view) => drawCard(view, conflict, () => settle(conflict.block)),
            { side: -1, key: `conflict-${conflict.block}-${textOf(conflict.theirs)}`, stopEvent: () => true },
          );
        });
        return DecorationSet.create(state.doc, cards);
      },
    },
  });

/** Shows these conflicts and no others. `settle` is called with the block about which the writer has decided. */
export function showConflicts(
  view: EditorView,
  shown: readonly ShownConflict[],
  settle: (block: string) => void,
): void {
  const before = key.getState(view.state) ?? NONE;
  const isSame =
    before.conflicts.length === shown.length &&
    shown.every(({ block, theirs }, index) => {
      const other = before.conflicts[index];
      return other?.block === block && other.theirs === theirs;
    });
  if (!isSame) view.dispatch(view.state.tr.setMeta(key, { conflicts: shown, settle }));
}

function placeOf(document: Node, block: string): { position: number; node: Node } | undefined {
  let found: { position: number; node: Node } | undefined;
  document.descendants((node, position) => {
    if (!found && node.attrs.key === block) found = { position, node };
    return !found && !node.inlineContent;
  });
  return found;
}

const textOf = (node: Node | undefined): string =>
  node?.textBetween(0, node.content.size, '\n', (leaf) => leaf.type.spec.leafText?.(leaf) ?? '') ?? '';

function drawCard(view: EditorView, { block, base, theirs }: ShownConflict, settle: () => void): HTMLElement {
  const card = document.createElement('section');
  card.className = 'conflict';
  card.contentEditable = 'false';
  card.setAttribute('aria-label', t('conflict'));
  const ours = placeOf(view.state.doc, block)?.node;
  const explanation = document.createElement('p');
  explanation.textContent = t('conflictExplained');
  const texts = document.createElement('dl');
  const add = (name: string, text: string): void => {
    const term = document.createElement('dt');
    term.textContent = name;
    const value = document.createElement('dd');
    value.textContent = text;
    texts.append(term, value);
  };
  add(t('conflictBefore'), base ? textOf(base) : t('conflictNothing'));
  add(t('conflictTheirs'), theirs ? textOf(theirs) : t('conflictDeleted'));
  add(t('conflictOurs'), ours ? textOf(ours) : t('conflictDeleted'));
  const buttons = document.createElement('div');
  const offer = (name: string, run: () => void): void => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => {
      run();
      settle();
      view.focus();
    });
    buttons.append(button);
  };
  offer(t('conflictKeepOurs'), () => {});
  offer(t('conflictKeepTheirs'), () => take(view, block, theirs));
  if (ours && theirs) offer(t('conflictKeepBoth'), () => insertAfter(view, block, theirs));
  card.append(explanation, texts, buttons);
  return card;
}

/** Puts the text of the others in the place of the writer’s. */
function take(view: EditorView, block: string, theirs: Node | undefined): void {
  const place = placeOf(view.state.doc, block);
  if (!place) return;
  const { position, node } = place;
  const transaction = view.state.tr;
  view.dispatch(
    theirs
      ? transaction.replaceWith(position, position + node.nodeSize, theirs)
      : transaction.delete(position, position + node.nodeSize),
  );
}

function insertAfter(view: EditorView, block: string, theirs: Node): void {
  const place = placeOf(view.state.doc, block);
  if (place) view.dispatch(view.state.tr.insert(place.position + place.node.nodeSize, theirs));
}
