import { SYMBOLS } from '@lectern/render/symbols';
import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { partsOf } from '../input/editor-parts.ts';
import { dataOf, type GetPos, setData } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { schema, typeName } from '../schema/schema.ts';
import { element, field, isControl } from './element.ts';
import { expressionField } from './expression-field.ts';
import { ContainerView, corner, HintView } from './hint-view.ts';
import { optionsButton } from './options-button.ts';
import { showHtml } from './rendered.ts';
import { showIcon } from './show-icon.ts';
import { sourceButton } from './source-button.ts';

/** An expandable block. It is always open in the editor. */
class ExpandableView extends ContainerView {
  readonly dom = element('div', { class: 'expandable expandable-editor' });
  readonly contentDOM = element('div', { class: 'expandable-parts' });

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    super(node);
    this.dom.append(this.contentDOM);
    if (view.editable) this.dom.append(corner(optionsButton(view, getPos, node)));
  }

  show(): void {}
}

/** A prompt for an assistant. */
class PromptView extends ContainerView {
  readonly dom = element('div', { class: 'prompt prompt-editor' });
  readonly contentDOM = element('div', { class: 'prompt-parts' });
  readonly #mark = element('span', { class: 'hint-mark', 'aria-hidden': 'true' });
  readonly #description: HTMLInputElement;
  readonly #view: EditorView;
  #shown: string | undefined;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    super(node);
    this.#view = view;
    this.#description = field(t('description'), '', (description) => setData(view, getPos, { description }), {
      disabled: !view.editable,
    });
    const head = element(
      'div',
      { class: 'prompt-head', contenteditable: 'false' },
      this.#mark,
      this.#description,
      ...(view.editable ? [optionsButton(view, getPos, node)] : []),
    );
    this.dom.append(head, this.contentDOM);
    this.show(node);
  }

  show(node: Node): void {
    const { description = '', icon = '' } = dataOf(node) as { description?: string; icon?: string };
    if (document.activeElement !== this.#description) this.#description.value = description;
    if (icon === this.#shown) return;
    this.#shown = icon;
    this.#mark.dataset.icon = icon;
    if (icon !== '') void showIcon(this.#mark, icon, partsOf(this.#view.state).renderer);
    else showHtml(this.#mark, String(SYMBOLS.prompt));
  }
}

/** A condition with its expression. */
class ConditionView extends ContainerView {
  readonly dom = element('div', { class: 'condition' });
  readonly contentDOM = element('div');
  readonly #expression: HTMLInputElement;
  readonly #check: () => void;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    super(node);
    const { dom, input, check } = expressionField(partsOf(view.state), {
      label: t('condition'),
      isValue: false,
      onChange: (expression) => setData(view, getPos, { expression }),
    });
    input.disabled = !view.editable;
    this.#expression = input;
    this.#check = check;
    const head = element(
      'div',
      { contenteditable: 'false', class: 'condition-head' },
      element('span', { class: 'label' }, t('shownIf')),
      dom,
    );
    this.dom.append(head, this.contentDOM);
    this.show(node);
    if (view.editable) check();
  }

  show(node: Node): void {
    const expression = String(dataOf(node).expression ?? '');
    if (document.activeElement === this.#expression || this.#expression.value === expression) return;
    const isFirst = this.#expression.value === '';
    this.#expression.value = expression;
    if (!isFirst) this.#check();
  }
}

/** Whether a block is one of two tags that are not understood, which have what is between them beside them. */
function tagOfPair(view: EditorView, getPos: GetPos): boolean {
  const position = getPos();
  if (position === undefined) return false;
  const place = view.state.doc.resolve(position);
  return place.depth > 1 && dataOf(place.node(place.depth - 1)).verbatim === true;
}

const MAX_SOURCE_LINES = 400;

/** A block that is shown by its source. */
class SourceView implements NodeView {
  readonly dom: HTMLElement;
  readonly #code = element('code');
  #source = '';

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    const isTag = tagOfPair(view, getPos);
    this.dom = element(
      'div',
      {
        role: 'group',
        'aria-label': blockName(node),
        class: 'source-block',
        contenteditable: 'false',
        title: t('sourceBlockExplained'),
      },
      element('pre', {}, this.#code),
      ...(view.editable && !isTag ? [corner(sourceButton(view, getPos))] : []),
    );
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'source_block') return false;
    const source = String(node.attrs.source);
    if (source !== this.#source) {
      this.#source = source;
      const lines = source.split('\n');
      this.#code.textContent =
        lines.length > MAX_SOURCE_LINES ? `${lines.slice(0, MAX_SOURCE_LINES).join('\n')}\n…` : source;
    }
    return true;
  }

  stopEvent = isControl;
  ignoreMutation = (): boolean => true;
}

export const containerViews: Record<string, NodeViewConstructor> = {
  hint: (node, view, getPos) => new HintView(node, view, getPos),
  expandable: (node, view, getPos) => new ExpandableView(node, view, getPos),
  prompt: (node, view, getPos) => new PromptView(node, view, getPos),
  ...Object.fromEntries(
    Object.keys(schema.nodes)
      .filter((name) => typeName(name) === 'if')
      .map((name) => [name, (...[node, view, getPos]) => new ConditionView(node, view, getPos)]),
  ),
  source_block: (node, view, getPos) => new SourceView(node, view, getPos),
};
