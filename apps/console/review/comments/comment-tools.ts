/** The buttons of a selection: in the toolbar of writers, and in one of their own for those who may only comment. */
import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { ALT, MOD } from '../../app/shortcuts.ts';
import { partsOf } from '../../editor/input/editor-parts.ts';
import { element } from '../../editor/views/element.ts';
import { drawShape } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import type { Stretch } from './comment-targets.ts';

export type Tool = 'comment' | 'suggest';

const ICONS: Record<Tool, string> = {
  comment: 'M3 3.4h10v7.2H7.6L4.8 13v-2.4H3z',
  suggest: 'M3 12.8h4M9.6 3.6l2.8 2.8-5.6 5.6H4V9.2z',
};

/** The selection, or the block that is selected as a whole. Undefined for a caret. */
function selectedIn({ state: { selection } }: EditorView): Stretch | undefined {
  const { from, to, empty } = selection;
  if (selection instanceof NodeSelection) return { from, to, isBlock: selection.node.isBlock };
  return empty ? undefined : { from, to, isBlock: false };
}

/** The innermost block with the caret. */
export function blockAtCaret({ state: { selection } }: EditorView): Stretch | undefined {
  const { $from } = selection;
  for (let depth = $from.depth; depth > 0; depth--)
    if (typeof $from.node(depth).attrs.key === 'string' && $from.node(depth).type.isInGroup('block'))
      return { from: $from.before(depth), to: $from.after(depth), isBlock: true };
  return undefined;
}

/** Adds the buttons. `use` is called with the stretch that was selected. Returns how to remove them. */
export function addTools(
  view: EditorView,
  use: (tool: Tool, stretch: Stretch | undefined) => void,
): () => void {
  const run = (tool: Tool): void => use(tool, selectedIn(view));
  const onKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || !event.altKey || event.code !== 'KeyM') return;
    event.preventDefault();
    run('comment');
  };
  view.dom.addEventListener('keydown', onKey);
  const stops = [
    () => view.dom.removeEventListener('keydown', onKey),
    view.editable ? extendToolbar(view, run) : showBar(view, run),
    extendBlockMenu(view, use),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function buttonOf(tool: Tool, run: (tool: Tool) => void, hasText: boolean): HTMLButtonElement {
  const label = t(tool);
  const made = element(
    'button',
    {
      type: 'button',
      class: 'comment-tool',
      ...(hasText ? {} : { 'aria-label': label, tabindex: '-1' }),
      title: tool === 'comment' ? `${label} (${MOD}${ALT}M)` : label,
    },
    hasText ? label : drawShape(ICONS[tool]),
  );
  // The selection stays.
  made.addEventListener('pointerdown', (event) => event.preventDefault());
  made.addEventListener('click', () => run(tool));
  return made;
}

const TOOLS: readonly Tool[] = ['comment', 'suggest'];

function extendToolbar(view: EditorView, run: (tool: Tool) => void): () => void {
  const bar = view.dom.parentElement?.querySelector('.formatting');
  const buttons = TOOLS.map((tool) => buttonOf(tool, run, false));
  bar?.append(...buttons);
  return () => {
    for (const made of buttons) made.remove();
  };
}

/** The menu of a block has the same for the block as a whole. */
function extendBlockMenu(view: EditorView, use: (tool: Tool, stretch: Stretch) => void): () => void {
  const { blockItems } = partsOf(view.state);
  blockItems.of = (position) => {
    const node = view.state.doc.nodeAt(position);
    if (!node) return [];
    const stretch = { from: position, to: position + node.nodeSize, isBlock: true };
    const tools = node.isTextblock ? TOOLS : TOOLS.slice(0, 1);
    return tools.map((tool) => ({ label: t(tool), run: () => use(tool, stretch) }));
  };
  return () => {
    blockItems.of = undefined;
  };
}

/** On a page that cannot be edited, the selection has a bar with these buttons alone. */
function showBar(view: EditorView, run: (tool: Tool) => void): () => void {
  const bar = element(
    'div',
    { role: 'toolbar', 'aria-label': t('commentTools'), class: 'formatting comment-tools', hidden: true },
    ...TOOLS.map((tool) => buttonOf(tool, run, true)),
  );
  view.dom.parentElement?.append(bar);
  const update = (): void => {
    const selected = document.getSelection();
    const isWithin = selected !== null && !selected.isCollapsed && view.dom.contains(selected.anchorNode);
    const stretch = isWithin ? selectedIn(view) : undefined;
    bar.hidden = !stretch && !bar.contains(document.activeElement);
    if (!stretch || window.matchMedia('(max-width: 40rem)').matches) {
      bar.removeAttribute('style');
      return;
    }
    const { left, bottom } = view.coordsAtPos(stretch.to);
    bar.style.left = `${Math.max(8, Math.min(left - bar.offsetWidth, window.innerWidth - bar.offsetWidth - 8))}px`;
    bar.style.top = `${Math.min(bottom + 8, window.innerHeight - bar.offsetHeight - 8)}px`;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (): void => {
    clearTimeout(timer);
    // The editor reads the selection first.
    timer = setTimeout(update, 80);
  };
  document.addEventListener('selectionchange', later);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('selectionchange', later);
    bar.remove();
  };
}
