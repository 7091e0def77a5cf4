import { setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { MarkType, NodeType } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, Plugin } from 'prosemirror-state';
import { CellSelection } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import type { IconName } from '../../icons/shapes.ts';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { wrapInList } from '../input/lists.ts';
import { schema } from '../schema/schema.ts';
import { element } from '../views/element.ts';
import { openMenuOfBlock } from './block-handle.ts';
import { editLink, prepareLinks } from './link-editor.ts';
import { coveredByKeyboard, isSmall, keepCaretAbove } from './small-screen.ts';

const mark = (name: string): MarkType => schema.marks[name] as MarkType;
const node = (name: string): NodeType => schema.nodes[name] as NodeType;

interface Tool {
  label: keyof Messages;
  icon: IconName;
  keys: string;
  mark: string;
}

const MARKS: readonly Tool[] = [
  { label: 'bold', icon: 'bold', keys: 'Ctrl+B', mark: 'bold' },
  { label: 'italic', icon: 'italic', keys: 'Ctrl+I', mark: 'italic' },
  { label: 'strikethrough', icon: 'strikethrough', keys: 'Ctrl+Shift+X', mark: 'strikethrough' },
  { label: 'inlineCode', icon: 'code', keys: 'Ctrl+E', mark: 'code' },
];

const KINDS: readonly { label: keyof Messages; name: string; command: Command }[] = [
  { label: 'blockText', name: 'paragraph', command: setBlockType(node('paragraph')) },
  { label: 'blockHeading1', name: 'heading_1', command: setBlockType(node('heading_1')) },
  { label: 'blockHeading2', name: 'heading_2', command: setBlockType(node('heading_2')) },
  { label: 'blockHeading3', name: 'heading_3', command: setBlockType(node('heading_3')) },
  { label: 'blockBullets', name: 'list_unordered', command: wrapInList('list_unordered') },
  { label: 'blockNumbers', name: 'list_ordered', command: wrapInList('list_ordered') },
  { label: 'blockTasks', name: 'list_tasks', command: wrapInList('list_tasks') },
  { label: 'blockQuote', name: 'blockquote', command: wrapIn(node('blockquote')) },
];

/** The formatting toolbar: beside the selection, or at the bottom of a small screen. */
export const toolbar = (): Plugin => new Plugin({ view: (view) => new ToolbarView(view) });

class ToolbarView {
  readonly #view: EditorView;
  readonly #bar: HTMLElement;
  readonly #kind: HTMLSelectElement;
  readonly #marks: { button: HTMLButtonElement; type: MarkType }[];
  readonly #link: HTMLButtonElement;
  #isPointerDown = false;
  readonly #onViewport = (): void => this.update(this.#view);
  readonly #onPointer = (event: PointerEvent): void => {
    this.#isPointerDown = event.type === 'pointerdown';
    if (!this.#isPointerDown) setTimeout(() => this.update(this.#view), 0);
  };

  constructor(view: EditorView) {
    this.#view = view;
    this.#kind = element(
      'select',
      { 'aria-label': t('turnInto') },
      ...KINDS.map(({ label, name }) => element('option', { value: name }, t(label))),
    );
    this.#kind.addEventListener('change', () => {
      KINDS.find(({ name }) => name === this.#kind.value)?.command(view.state, view.dispatch);
      view.focus();
    });
    this.#marks = MARKS.map(({ label, icon, keys, mark: name }) => ({
      type: mark(name),
      button: this.#button(t(label), icon, keys, () => toggleMark(mark(name))(view.state, view.dispatch)),
    }));
    this.#link = this.#button(t('link'), 'link', 'Ctrl+K', () => void editLink(view));
    const more = this.#button(t('moreFormatting'), 'more', '', async () => {
      const { openMoreFormatting } = await import('./more-formatting.ts');
      openMoreFormatting(view, more);
    });
    more.setAttribute('aria-haspopup', 'dialog');
    // Without a pointer that hovers, the handle of the block is not beside it.
    const block = this.#button(t('blockMenu'), 'grip', '', () =>
      openMenuOfBlock(view.state, undefined, view),
    );
    block.classList.add('small-only');
    this.#bar = element(
      'div',
      { role: 'toolbar', 'aria-label': t('formatting'), class: 'formatting', hidden: true },
      this.#kind,
      ...this.#marks.map(({ button }) => button),
      this.#link,
      more,
      block,
    );
    this.#bar.addEventListener('keydown', (event) => this.#onKey(event));
    view.dom.parentElement?.append(this.#bar);
    document.addEventListener('pointerdown', this.#onPointer);
    document.addEventListener('pointerup', this.#onPointer);
    for (const type of ['resize', 'scroll']) window.visualViewport?.addEventListener(type, this.#onViewport);
  }

  update(view: EditorView): void {
    const { state } = view;
    const isShown = view.editable && this.#isWanted(state);
    this.#bar.hidden = !isShown;
    if (!isShown) return;
    prepareLinks();
    const { $from, empty, from, to } = state.selection;
    for (const { button, type } of this.#marks) {
      const isOn = empty
        ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
        : state.doc.rangeHasMark(from, to, type);
      button.setAttribute('aria-pressed', String(isOn));
    }
    this.#link.setAttribute('aria-pressed', String(state.doc.rangeHasMark(from, to, mark('link'))));
    this.#kind.value = kindOf(state);
    this.#place(view);
  }

  destroy(): void {
    document.removeEventListener('pointerdown', this.#onPointer);
    document.removeEventListener('pointerup', this.#onPointer);
    for (const type of ['resize', 'scroll'])
      window.visualViewport?.removeEventListener(type, this.#onViewport);
    this.#bar.remove();
  }

  #isWanted({ selection }: EditorState): boolean {
    if (selection instanceof NodeSelection || selection.$from.parent.type.name === 'code_line') return false;
    if (isSmall()) return this.#view.hasFocus() || this.#bar.contains(document.activeElement);
    // The toolbar stays hidden while the pointer is selecting text.
    return !selection.empty && !(selection instanceof CellSelection) && !this.#isPointerDown;
  }

  #place(view: EditorView): void {
    const { style } = this.#bar;
    if (isSmall()) {
      style.removeProperty('left');
      style.removeProperty('top');
      const covered = coveredByKeyboard();
      style.setProperty('bottom', `${covered}px`);
      if (view.hasFocus() && !this.#isPointerDown)
        keepCaretAbove(view, window.innerHeight - covered - this.#bar.offsetHeight);
      return;
    }
    const { from, to } = view.state.selection;
    const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to)];
    const { offsetWidth, offsetHeight } = this.#bar;
    const middle = start.top === end.top ? (start.left + end.right) / 2 : start.left;
    style.left = `${Math.max(8, Math.min(middle - offsetWidth / 2, window.innerWidth - offsetWidth - 8))}px`;
    const above = start.top - offsetHeight - 8;
    style.top = `${above > 56 ? above : end.bottom + 8}px`;
  }

  #button(label: string, icon: IconName, keys: string, run: () => void): HTMLButtonElement {
    const made = element(
      'button',
      {
        type: 'button',
        'aria-label': label,
        title: keys === '' ? label : `${label} (${keys})`,
        tabindex: '-1',
      },
      drawIcon(icon),
    );
    made.addEventListener('pointerdown', (event) => event.preventDefault());
    made.addEventListener('click', () => {
      run();
      if (icon !== 'link' && icon !== 'more' && icon !== 'grip') this.#view.focus();
    });
    return made;
  }

  /** The toolbar is one tab stop; arrow keys move through its buttons. */
  #onKey(event: KeyboardEvent): void {
    const tools = [...this.#bar.children] as HTMLElement[];
    const at = tools.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0 && at >= 0) {
      event.preventDefault();
      tools[(at + step + tools.length) % tools.length]?.focus();
    }
    if (event.key === 'Escape') this.#view.focus();
  }
}

function kindOf({ selection: { $from } }: EditorState): string {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { name } = $from.node(depth).type;
    if (name !== 'paragraph' && KINDS.some((kind) => kind.name === name)) return name;
  }
  return 'paragraph';
}
