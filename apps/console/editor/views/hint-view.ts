import { SYMBOLS } from '@lectern/render/symbols';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { partsOf } from '../input/editor-parts.ts';
import { dataOf, type GetPos, setData } from '../options/block-data.ts';
import { element, isControl } from './element.ts';
import { optionsButton } from './options-button.ts';
import { showHtml } from './rendered.ts';
import { showIcon } from './show-icon.ts';

type Mutation = { target: globalThis.Node; type: string };

/** A view with controls around its editable content. */
export abstract class ContainerView implements NodeView {
  abstract readonly dom: HTMLElement;
  abstract readonly contentDOM: HTMLElement;
  readonly #type: string;

  constructor(node: Node) {
    this.#type = node.type.name;
  }

  update(node: Node): boolean {
    if (node.type.name !== this.#type) return false;
    this.show(node);
    return true;
  }

  abstract show(node: Node): void;

  stopEvent = isControl;
  ignoreMutation = ({ target }: Mutation): boolean =>
    !this.contentDOM.contains(target) || target === this.contentDOM.parentElement;
}

/** Controls at the top edge of a block. */
export const corner = (...children: HTMLElement[]): HTMLElement =>
  element('div', { contenteditable: 'false', class: 'block-corner' }, ...children);

const HINTS = ['info', 'success', 'warning', 'danger'] as const;
const HINT_LABELS = {
  info: 'blockInfo',
  success: 'blockSuccess',
  warning: 'blockWarning',
  danger: 'blockDanger',
} as const;

export class HintView extends ContainerView {
  readonly dom = element('aside', { class: 'hint' });
  readonly contentDOM = element('div', { class: 'hint-body' });
  readonly #style: HTMLSelectElement;
  readonly #mark = element('span', { class: 'hint-mark', contenteditable: 'false', 'aria-hidden': 'true' });
  readonly #view: EditorView;
  #shown = '';

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    super(node);
    this.#view = view;
    this.#style = element(
      'select',
      { 'aria-label': t('hintStyle'), class: 'block-field' },
      ...HINTS.map((value) => element('option', { value }, t(HINT_LABELS[value]))),
    );
    this.#style.addEventListener('change', () => setData(view, getPos, { style: this.#style.value }));
    this.dom.append(this.#mark, this.contentDOM);
    if (view.editable) this.dom.append(corner(this.#style, optionsButton(view, getPos, node)));
    this.show(node);
  }

  show(node: Node): void {
    const { style = 'info', icon = '' } = dataOf(node) as { style?: (typeof HINTS)[number]; icon?: string };
    for (const name of HINTS) this.dom.classList.toggle(`hint-${name}`, name === style);
    this.#style.value = style;
    const wanted = `${style} ${icon}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    if (icon !== '') void showIcon(this.#mark, icon, partsOf(this.#view.state).renderer);
    else {
      this.#mark.dataset.icon = '';
      showHtml(this.#mark, String(SYMBOLS[style] ?? SYMBOLS.info));
    }
  }
}
