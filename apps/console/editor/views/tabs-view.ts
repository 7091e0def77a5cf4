import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { childrenOf } from '../convert/children-of.ts';
import { partsOf } from '../input/editor-parts.ts';
import { addPart } from '../input/parts.ts';
import { dataOf, type GetPos, setData } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { button, element, field, isControl } from './element.ts';
import { optionsButton } from './options-button.ts';
import { partTools } from './part-tools.ts';
import { showIcon } from './show-icon.ts';

/** Tabs with their titles in a row, of which one is shown. */
export class TabsView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #bar = element('div', { class: 'tab-list', contenteditable: 'false' });
  readonly #tools = element('div', { class: 'parts-tools', contenteditable: 'false' });
  readonly #view: EditorView;
  readonly #getPos: GetPos;
  #current = 0;
  #drawn = '';

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.#view = view;
    this.#getPos = getPos;
    this.contentDOM = element('div', { class: 'tab-parts' });
    this.dom = element(
      'div',
      { class: 'tabs-block tabs-editor', role: 'group', 'aria-label': t('blockTabs') },
      this.#bar,
      this.contentDOM,
    );
    if (view.editable)
      this.#tools.append(
        button(t('addTab'), `+ ${t('addTab')}`, () => addPart(view, getPos)),
        optionsButton(view, getPos, node),
      );
    this.dom.append(this.#tools);
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'tabs') return false;
    this.#current = Math.min(this.#currentIn(node), node.childCount - 1);
    this.#draw(node);
    // The parts are drawn after this.
    queueMicrotask(() => this.#show());
    return true;
  }

  /** The index of the tab with the caret, or of the selected one. */
  #currentIn(node: Node): number {
    const position = this.#getPos();
    const { from } = this.#view.state.selection;
    if (position === undefined || from <= position || from >= position + node.nodeSize) return this.#current;
    if (!this.#view.hasFocus()) return this.#current;
    return this.#view.state.doc.resolve(position + 1).parent === node
      ? indexAt(node, from - position - 1)
      : this.#current;
  }

  /** The current position of a part. */
  #placeOf(index: number): number | undefined {
    const position = this.#getPos();
    const node = position === undefined ? null : this.#view.state.doc.nodeAt(position);
    if (position === undefined || !node || index >= node.childCount) return undefined;
    let place = position + 1;
    for (let at = 0; at < index; at++) place += node.child(at).nodeSize;
    return place;
  }

  #draw(node: Node): void {
    const parts = childrenOf(node);
    const shape = parts.map((part) => [part.attrs.key, dataOf(part).icon ?? '', part.type.name].join(' '));
    const wanted = shape.join('\n');
    if (wanted !== this.#drawn) {
      const hadFocus = this.#bar.contains(document.activeElement);
      this.#drawn = wanted;
      this.#bar.replaceChildren(...parts.map((part, index) => this.#name(part, index)));
      if (hadFocus) this.#focusName(this.#current);
    }
    for (const [index, part] of parts.entries()) {
      const input = this.#bar.children[index]?.querySelector('input');
      const title = String(dataOf(part).title ?? '');
      if (input && document.activeElement !== input && input.value !== title) input.value = title;
    }
    this.#mark(node);
  }

  /** The current tab has what can be done to it beside its title. */
  #mark(node: Node): void {
    for (const [index, name] of [...this.#bar.children].entries()) {
      const isCurrent = index === this.#current;
      name.classList.toggle('current', isCurrent);
      const tools = name.querySelector(':scope > .part-tools');
      if (isCurrent && !tools && this.#view.editable)
        name.append(partTools(this.#view, () => this.#placeOf(index), node.child(index), true));
      else if (!isCurrent) tools?.remove();
    }
  }

  #name(part: Node, index: number): HTMLElement {
    const made = element('div', { class: 'tab-name' });
    made.addEventListener('dragenter', () => this.#choose(index));
    if (part.type.name !== 'tabs_item') {
      made.append(button(blockName(part), blockName(part), () => this.#choose(index)));
      return made;
    }
    const icon = String(dataOf(part).icon ?? '');
    if (icon !== '') {
      const picture = element('span', { 'aria-hidden': 'true' });
      void showIcon(picture, icon, partsOf(this.#view.state).renderer);
      made.append(picture);
    }
    const input = field(
      t('tabTitle'),
      String(dataOf(part).title ?? ''),
      (title) => setData(this.#view, () => this.#placeOf(index), { title }),
      { disabled: !this.#view.editable },
    );
    input.addEventListener('focus', () => this.#choose(index));
    input.addEventListener('keydown', (event) => {
      if (event.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      this.#enter(index);
    });
    made.append(input);
    made.addEventListener('click', () => this.#choose(index));
    return made;
  }

  #choose(index: number): void {
    if (index === this.#current) return;
    this.#current = index;
    const position = this.#getPos();
    const node = position === undefined ? null : this.#view.state.doc.nodeAt(position);
    if (node) this.#mark(node);
    this.#show();
  }

  #focusName(index: number): void {
    this.#bar.querySelectorAll('.tab-name')[index]?.querySelector<HTMLElement>('input, button')?.focus();
  }

  /** Puts the caret into the text of a tab. */
  #enter(index: number): void {
    const place = this.#placeOf(index);
    if (place === undefined) return;
    const { tr, doc } = this.#view.state;
    this.#view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(place + 1))).scrollIntoView());
    this.#view.focus();
  }

  #show(): void {
    for (const [index, part] of [...this.contentDOM.children].entries())
      (part as HTMLElement).hidden = index !== this.#current;
  }

  stopEvent = isControl;
  ignoreMutation = (mutation: { target: globalThis.Node; type: string }): boolean =>
    !this.contentDOM.contains(mutation.target) ||
    // Which part is shown is state of this view, not of the document.
    (mutation.type === 'attributes' && mutation.target.parentNode === this.contentDOM);
}

function indexAt(node: Node, offset: number): number {
  let end = 0;
  for (let index = 0; index < node.childCount; index++) {
    end += node.child(index).nodeSize;
    if (offset < end) return index;
  }
  return node.childCount - 1;
}

/** A tab, whose title is above it. */
export class TabView implements NodeView {
  readonly dom = element('section', { class: 'tab' });
  readonly contentDOM = this.dom;

  update(node: Node): boolean {
    return node.type.name === 'tabs_item';
  }

  ignoreMutation = ({ target, type }: { target: globalThis.Node; type: string }): boolean =>
    type === 'attributes' && target === this.dom;
}
