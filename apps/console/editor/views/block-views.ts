import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { dataOf, type GetPos, setData } from '../options/block-data.ts';
import { element, isControl } from './element.ts';

/** An item of a list. A task has a box to check. */
class ItemView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #box: HTMLInputElement | undefined;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    const isTask = typeof dataOf(node).checked === 'boolean';
    if (!isTask) {
      this.dom = element('li');
      this.contentDOM = this.dom;
      return;
    }
    const box = element('input', { type: 'checkbox', 'aria-label': t('taskDone') });
    this.#box = box;
    box.addEventListener('change', () => setData(view, getPos, { checked: box.checked }));
    this.contentDOM = element('div');
    this.dom = element(
      'li',
      { class: 'task' },
      element('span', { contenteditable: 'false' }, box),
      this.contentDOM,
    );
    this.update(node);
  }

  update(node: Node): boolean {
    const { checked } = dataOf(node);
    if (node.type.name !== 'list_item' || (typeof checked === 'boolean') !== (this.#box !== undefined))
      return false;
    if (this.#box) this.#box.checked = checked === true;
    return true;
  }

  stopEvent = isControl;
  ignoreMutation = (mutation: { target: globalThis.Node; type: string }): boolean =>
    this.#box !== undefined && !this.contentDOM.contains(mutation.target);
}

/** The views that most pages need. */
export const blockViews: Record<string, NodeViewConstructor> = {
  list_item: (node, view, getPos) => new ItemView(node, view, getPos),
};
