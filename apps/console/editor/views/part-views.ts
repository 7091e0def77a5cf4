import { widthClass } from '@lectern/render/classes';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import type { Messages } from '../../messages/en.ts';
import { currentLanguage, t } from '../../messages/messages.ts';
import { partsOf } from '../input/editor-parts.ts';
import { addPart } from '../input/parts.ts';
import { dataOf, type GetPos } from '../options/block-data.ts';
import { button, element, isControl } from './element.ts';
import { ContainerView } from './hint-view.ts';
import { optionsButton } from './options-button.ts';
import { partTools } from './part-tools.ts';
import { showIcon } from './show-icon.ts';
import { sourceButton } from './source-button.ts';

type Mutation = { target: globalThis.Node };

/** A block that consists of parts, with a button that adds one. */
class PartsView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #type: string;

  constructor(
    node: Node,
    view: EditorView,
    getPos: GetPos,
    { tag, look, add }: { tag: 'div' | 'ol'; look: string; add: keyof Messages },
  ) {
    this.#type = node.type.name;
    this.contentDOM = element(tag, { class: look });
    this.dom = element('div', { class: 'parts-editor' }, this.contentDOM);
    if (!view.editable) return;
    this.dom.append(
      element(
        'div',
        { class: 'parts-tools', contenteditable: 'false' },
        button(t(add), `+ ${t(add)}`, () => addPart(view, getPos)),
        optionsButton(view, getPos, node),
      ),
    );
  }

  update(node: Node): boolean {
    return node.type.name === this.#type;
  }

  stopEvent = isControl;
  ignoreMutation = ({ target }: Mutation): boolean => !this.contentDOM.contains(target);
}

/** A pair of tags that is not understood, with what is between them. It changes only as a whole. */
class PairView implements NodeView {
  readonly dom = element('div', { class: 'source-pair' });
  readonly contentDOM = element('div');

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.dom.append(this.contentDOM);
    if (view.editable && node.type.name === 'columns')
      this.dom.append(
        element('div', { class: 'block-corner', contenteditable: 'false' }, sourceButton(view, getPos)),
      );
  }

  update(node: Node): boolean {
    return isPair(node) || node.type.name === 'column';
  }

  stopEvent = isControl;
  ignoreMutation = ({ target }: Mutation): boolean => !this.contentDOM.contains(target);
}

const isPair = (node: Node | undefined): boolean =>
  node?.type.name === 'columns' && dataOf(node).verbatim === true;

const parentOf = (view: EditorView, getPos: GetPos): Node | undefined => {
  const position = getPos();
  return position === undefined ? undefined : view.state.doc.resolve(position).parent;
};

/** A part with its tools at its edge. */
abstract class PartView extends ContainerView {
  override ignoreMutation = ({ target }: Mutation): boolean => !this.contentDOM.contains(target);
}

class StepView extends PartView {
  readonly dom = element('li', { class: 'step' });
  readonly contentDOM = element('div', { class: 'step-body' });
  readonly #mark = element('span', { class: 'step-mark', contenteditable: 'false', 'aria-hidden': 'true' });
  readonly #view: EditorView;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    super(node);
    this.#view = view;
    this.dom.append(this.#mark, this.contentDOM, partTools(view, getPos, node));
    this.show(node);
  }

  show(node: Node): void {
    const icon = String(dataOf(node).icon ?? '');
    this.dom.classList.toggle('step-icon', icon !== '');
    this.#mark.hidden = icon === '';
    if (icon !== '' && this.#mark.dataset.icon !== icon)
      void showIcon(this.#mark, icon, partsOf(this.#view.state).renderer);
  }
}

class ColumnView extends PartView {
  readonly dom = element('div', { class: 'column' });
  readonly contentDOM = element('div', { class: 'column-body' });
  #look: string[] = [];

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    super(node);
    this.dom.append(this.contentDOM, partTools(view, getPos, node, true));
    this.show(node);
  }

  show(node: Node): void {
    const { width, verticalAlignment } = dataOf(node) as {
      width?: Parameters<typeof widthClass>[0];
      verticalAlignment?: string;
    };
    const look = [widthClass(width) ?? [], verticalAlignment ? `valign-${verticalAlignment}` : []].flat();
    this.dom.classList.remove(...this.#look);
    this.dom.classList.add(...look);
    this.#look = look;
  }
}

const DATE_STYLES = { numeric: 'short', short: 'medium', full: 'long' } as const;

class UpdateView extends PartView {
  readonly dom = element('section', { class: 'update' });
  readonly contentDOM = element('div', { class: 'update-body' });
  readonly #head = element('div', { class: 'update-head', contenteditable: 'false' });
  readonly #tools: HTMLElement;
  readonly #view: EditorView;
  readonly #getPos: GetPos;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    super(node);
    this.#view = view;
    this.#getPos = getPos;
    this.#tools = partTools(view, getPos, node);
    this.dom.append(this.#head, this.contentDOM, this.#tools);
    this.show(node);
  }

  show(node: Node): void {
    const { date = '', tags = [] } = dataOf(node) as { date?: string; tags?: { tag: string }[] };
    const moment = new Date(date);
    const dateStyle = DATE_STYLES[this.#format] ?? 'long';
    const format = new Intl.DateTimeFormat(currentLanguage(), { dateStyle, timeZone: 'UTC' });
    const day = Number.isNaN(moment.getTime()) ? date : format.format(moment);
    const chips = tags.map(({ tag }) => element('li', { class: 'chip' }, tag));
    this.#head.replaceChildren(
      element('span', {}, day || t('updateDate')),
      ...(chips.length > 0 ? [element('ul', { class: 'chips' }, ...chips)] : []),
    );
  }

  get #format(): keyof typeof DATE_STYLES {
    const parent = parentOf(this.#view, this.#getPos);
    return (parent?.attrs.data as { format?: keyof typeof DATE_STYLES } | undefined)?.format ?? 'full';
  }
}

export const partViews: Record<string, NodeViewConstructor> = {
  stepper: (node, view, getPos) =>
    new PartsView(node, view, getPos, { tag: 'ol', look: 'steps', add: 'addStep' }),
  columns: (node, view, getPos) =>
    isPair(node)
      ? new PairView(node, view, getPos)
      : new PartsView(node, view, getPos, { tag: 'div', look: 'columns', add: 'addColumn' }),
  updates: (node, view, getPos) =>
    new PartsView(node, view, getPos, { tag: 'div', look: 'updates', add: 'addUpdate' }),
  stepper_step: (node, view, getPos) => new StepView(node, view, getPos),
  column: (node, view, getPos) =>
    isPair(parentOf(view, getPos)) ? new PairView(node, view, getPos) : new ColumnView(node, view, getPos),
  update: (node, view, getPos) => new UpdateView(node, view, getPos),
};
