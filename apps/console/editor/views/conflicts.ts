import { Fragment, type Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { locateBlock, putBlock } from '../convert/find-block.ts';
import { newKey } from '../schema/mark-specs.ts';
import type { ShownConflict } from './conflict-card.ts';

const key = new PluginKey<readonly ShownConflict[]>('conflicts');

/** Shows a card above each block in conflict, with all its texts. */
export const conflicts = (): Plugin<readonly ShownConflict[]> =>
  new Plugin<readonly ShownConflict[]>({
    key,
    state: {
      init: () => [],
      apply: (transaction, shown) =>
        (transaction.getMeta(key) as readonly ShownConflict[] | undefined) ?? shown,
    },
    props: {
      decorations(state) {
        const shown = key.getState(state) ?? [];
        if (shown.length === 0) return null;
        const cards = shown.map((conflict) => {
          const { id, block, theirs } = conflict;
          const place = block === undefined ? undefined : locateBlock(state.doc, block);
          const ours = place ? [place.node] : [];
          return Decoration.widget(place?.position ?? 0, (view) => cardOf(view, conflict, ours), {
            side: -1,
            key: `conflict-${id}-${textOf(theirs)}-${textOf(ours)}`,
            stopEvent: () => true,
            ignoreSelection: true,
          });
        });
        return DecorationSet.create(state.doc, cards);
      },
    },
  });

function cardOf(view: EditorView, conflict: ShownConflict, ours: readonly Node[]): HTMLElement {
  const card = document.createElement('section');
  card.className = 'conflict';
  card.contentEditable = 'false';
  card.setAttribute('aria-label', t('conflict'));
  // A chunk of its own: conflicts are rare.
  void import('./conflict-card.ts').then(({ fillCard }) => fillCard(card, view, conflict, ours));
  return card;
}

/** Shows these conflicts and no others. */
export function showConflicts(view: EditorView, shown: readonly ShownConflict[]): void {
  const before = key.getState(view.state) ?? [];
  const nameOf = ({ id, block, theirs }: ShownConflict): string => `${id} ${block} ${textOf(theirs)}`;
  if (before.map(nameOf).join() !== shown.map(nameOf).join())
    view.dispatch(view.state.tr.setMeta(key, shown));
}

const textOf = (nodes: readonly Node[]): string =>
  nodes
    .map((node) =>
      node.isText
        ? node.text
        : node.textBetween(0, node.content.size, '\n', (leaf) => leaf.type.spec.leafText?.(leaf) ?? ''),
    )
    .join('\n');

/** Replaces a block by another writer's blocks, or inserts them after it. In a cell, they become its content. */
export function takeTexts(
  view: EditorView,
  block: string | undefined,
  { texts, isBeside }: { texts: readonly Node[]; isBeside: boolean },
): void {
  const { tr, doc } = view.state;
  const place = block === undefined ? undefined : locateBlock(doc, block);
  if (!place || block === undefined) {
    view.dispatch(tr.insert(doc.content.size, Fragment.fromArray([...texts])));
    return;
  }
  const { node, position } = place;
  const end = position + node.nodeSize;
  const isItself =
    texts.every((text) => text.type === node.type) ||
    place.parent.type.validContent(Fragment.fromArray([...texts]));
  if (isItself && !isBeside) {
    const [first, ...rest] = texts;
    const content = first
      ? [withKey(first, node.attrs.key), ...rest.map((text) => withKey(text, newKey()))]
      : [];
    view.dispatch(
      content.length > 0 ? tr.replaceWith(position, end, content) : putBlock(tr, block, { block: undefined }),
    );
  } else if (isItself)
    view.dispatch(
      tr.insert(
        end,
        texts.map((text) => withKey(text, newKey())),
      ),
    );
  else if (isBeside) view.dispatch(tr.insert(end - 1, Fragment.fromArray([...texts])));
  else view.dispatch(tr.replaceWith(position + 1, end - 1, Fragment.fromArray([...texts])));
}

const withKey = (node: Node, handle: unknown): Node =>
  node.type.create({ ...node.attrs, key: handle }, node.content, node.marks);
