/** A chunk of its own: the menu of a block. */
import { chainCommands } from 'prosemirror-commands';
import { type Command, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { duplicateSelected, moveSelected } from '../input/block-commands.ts';
import {
  type BlockRange,
  blocksBetween,
  selectedBlocks,
  selectionOfBlocks,
} from '../input/blocks-selection.ts';
import { partsOf } from '../input/editor-parts.ts';
import { moveBlock } from '../input/move-block.ts';
import { fitBlocks } from '../input/move-blocks.ts';
import { canTurn, duplicate, KINDS, turnInto } from '../input/turn-into.ts';
import { placeOf } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { hasOptions, openOptions } from '../options/open-options.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { element } from '../views/element.ts';
import { editSource } from '../views/source-editor.ts';

const SIGNS: Record<string, string> = {
  'Alt+ArrowUp': 'Alt+↑',
  'Alt+ArrowDown': 'Alt+↓',
  Delete: 'Del',
};

interface Item {
  label: string;
  keys?: string;
  /** The items below it. */
  items?: Item[];
  run?(): void;
}

/** Opens the menu of the block at a position, below an element. */
export function openBlockMenu(view: EditorView, position: number, anchor: Element): void {
  const node = view.state.doc.nodeAt(position);
  if (!node) return;
  const { doc, selection, tr } = view.state;
  const selected = selectedBlocks(selection);
  const isSelected = selected && position >= selected.from && position < selected.to;
  if (!isSelected) view.dispatch(tr.setSelection(selectionOfBlocks(doc, position, position + node.nodeSize)));
  const items =
    isSelected && selected.to - selected.from !== node.nodeSize
      ? itemsOfAll(view, selected)
      : itemsOf(view, position, anchor);
  showMenu(view, items, anchor, t('blockMenu'));
}

/** The menu of all selected blocks. */
function itemsOfAll(view: EditorView, { from, to }: BlockRange): Item[] {
  const run = (command: Command) => (): void => void command(view.state, view.dispatch, view);
  const count = blocksBetween(view.state.doc.resolve(from), to).length;
  return [
    { label: t('moveUp'), keys: 'Alt+ArrowUp', run: run(moveSelected(-1)) },
    { label: t('moveDown'), keys: 'Alt+ArrowDown', run: run(moveSelected(1)) },
    { label: t('duplicate'), run: run(duplicateSelected) },
    {
      label: t('deleteBlock'),
      keys: 'Delete',
      run: () => {
        view.dispatch(view.state.tr.deleteSelection());
        partsOf(view.state).announce(t('blocksRemoved', { count }));
      },
    },
  ];
}

function itemsOf(view: EditorView, position: number, anchor: Element): Item[] {
  const { doc } = view.state;
  const node = doc.nodeAt(position);
  if (!node) return [];
  const place = doc.resolve(position);
  const around = Array.from({ length: place.depth }, (_, index) => place.node(place.depth - index));
  const move = (by: -1 | 1): void =>
    void chainCommands(moveSelected(by), moveBlock(by))(view.state, view.dispatch, view);
  // Titles have no alignment in Markdown.
  const first = Number(place.parent.type.name === 'expandable_title');
  const options = [node, ...around]
    .slice(first)
    .filter(hasOptions)
    .map((one) => ({
      label: t('optionsOf', { block: blockName(one) }),
      run: () => void openOptions(view, placeOf(view, one.attrs.key), anchor),
    }));
  // All items of a list are of the same kind.
  const isItem = node.type.name === 'list_item';
  const turned = isItem ? place.parent : node;
  const kinds = KINDS.filter((kind) => kind !== turned.type.name).map((kind) => ({
    label: blockName(schema.nodes[kind]?.createAndFill() ?? node),
    run: () => {
      if (!turnInto(view, isItem ? place.before() : position, kind))
        partsOf(view.state).announce(t('cannotTurn'));
    },
  }));
  const isTop = place.depth === 0;
  return [
    ...options,
    ...(canTurn(turned) ? [{ label: t('turnInto'), items: kinds }] : []),
    {
      label: t('moveUp'),
      keys: 'Alt+ArrowUp',
      run: () => move(-1),
    },
    {
      label: t('moveDown'),
      keys: 'Alt+ArrowDown',
      run: () => move(1),
    },
    { label: t('duplicate'), run: () => duplicate(view, position) },
    { label: t('insertBelow'), run: () => insertBelow(view, position) },
    { label: t('copyBlockLink'), run: () => void copyLink(view, position) },
    ...(partsOf(view.state).blockItems.of?.(position) ?? []),
    ...(isTop || node.type.name === 'source_block'
      ? [{ label: t('editAsMarkdown'), run: () => void editSource(view, placeOf(view, node.attrs.key)) }]
      : []),
    {
      label: t('deleteBlock'),
      keys: 'Delete',
      run: () => {
        view.dispatch(view.state.tr.deleteSelection());
        partsOf(view.state).announce(t('blockRemoved', { block: blockName(node) }));
      },
    },
  ];
}

function showMenu(view: EditorView, items: readonly Item[], anchor: Element, label: string): void {
  const menu = element('div', { role: 'menu', 'aria-label': label, class: 'block-menu', popover: 'auto' });
  for (const { label: name, keys, items: below, run } of items) {
    const item = element(
      'button',
      {
        type: 'button',
        role: 'menuitem',
        'aria-haspopup': below ? 'menu' : undefined,
        'aria-keyshortcuts': keys,
      },
      element('span', {}, name),
      element('kbd', { 'aria-hidden': 'true' }, below ? '›' : (SIGNS[keys ?? ''] ?? '')),
    );
    const open = (): void => {
      menu.hidePopover();
      if (below) showMenu(view, below, anchor, name);
      else {
        view.focus();
        run?.();
      }
    };
    item.addEventListener('click', open);
    if (below)
      item.addEventListener('keydown', (event) => {
        if (event.key !== 'ArrowRight') return;
        event.preventDefault();
        open();
      });
    menu.append(item);
  }
  menu.addEventListener('keydown', (event) => onKey(menu, event));
  menu.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed') menu.remove();
  });
  document.body.append(menu);
  menu.showPopover();
  const box = anchor.getBoundingClientRect();
  const { offsetHeight, offsetWidth, style } = menu;
  const below = box.bottom + 4;
  style.top = `${Math.max(8, Math.min(below, window.innerHeight - offsetHeight - 8))}px`;
  style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - offsetWidth - 8))}px`;
  (menu.firstElementChild as HTMLElement | null)?.focus();
}

/** Arrow keys move through the items; a letter moves to the next item that begins with it. */
function onKey(menu: HTMLElement, event: KeyboardEvent): void {
  const items = [...menu.children] as HTMLElement[];
  const at = items.indexOf(document.activeElement as HTMLElement);
  let to: number | undefined;
  if (event.key === 'ArrowDown') to = (at + 1) % items.length;
  else if (event.key === 'ArrowUp') to = (at - 1 + items.length) % items.length;
  else if (event.key === 'Home') to = 0;
  else if (event.key === 'End') to = items.length - 1;
  else if (event.key.length === 1 && /\p{L}/u.test(event.key)) {
    const rest = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    const found = rest.find(({ textContent }) =>
      textContent?.toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase()),
    );
    if (found) to = items.indexOf(found);
  }
  if (to === undefined) return;
  event.preventDefault();
  items[to]?.focus();
}

function insertBelow(view: EditorView, position: number): void {
  const { doc, tr } = view.state;
  const place = doc.resolve(position);
  const node = place.nodeAfter;
  if (!node) return;
  const end = position + node.nodeSize;
  const paragraph = schema.node('paragraph', { key: newKey() }, [schema.text('/')]);
  const below = { position: end, parent: place.parent, index: place.index() + 1 };
  const added = fitBlocks([paragraph], below, doc);
  if (!added) return;
  tr.insert(end, added);
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(end + added.size), -1)));
}

/** A link to the block, or to the heading above it. */
async function copyLink(view: EditorView, position: number): Promise<void> {
  let id: string | undefined;
  view.state.doc.descendants((node, at) => {
    const { meta } = (node.attrs.more ?? {}) as { meta?: { id?: string } };
    if (at <= position && meta?.id) id = meta.id;
    return at <= position && !node.inlineContent;
  });
  const link = new URL(location.href);
  link.hash = id ?? '';
  const { announce } = partsOf(view.state);
  try {
    await navigator.clipboard.writeText(link.href);
    announce(t('linkCopied'));
  } catch {
    announce(t('copyFailed', { text: link.href }));
  }
}
