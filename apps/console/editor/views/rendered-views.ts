import { Fragment, type Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import type { DocumentNode } from '../convert/document-json.ts';
import { blockToDocument, inlinesToDocument } from '../convert/to-document.ts';
import { partsOf } from '../input/editor-parts.ts';
import { setData } from '../options/block-data.ts';
import { blockName } from '../options/block-names.ts';
import { hasOptions, openOptions } from '../options/open-options.ts';
import { isNew } from '../schema/mark-specs.ts';
import { button, element, field } from './element.ts';
import { optionsButton } from './options-button.ts';
import { type Renderer, showHtml } from './rendered.ts';

type GetPos = () => number | undefined;

/** The fields by which a block without text is edited. */
const FIELDS: Record<
  string,
  readonly {
    name: string;
    label: 'embedAddress' | 'altText';
  }[]
> = {
  embed: [{ name: 'url', label: 'embedAddress' }],
  image: [{ name: 'alt', label: 'altText' }],
  drawing: [{ name: 'alt', label: 'altText' }],
};

/** A block as its readers will see it, with a form for what it consists of. */
class RenderedView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement | undefined;
  readonly #shown = element('div', { contenteditable: 'false', class: 'rendered' });
  readonly #renderer: Renderer;
  #node: Node;

  constructor(node: Node, view: EditorView, getPos: GetPos, renderer: Renderer) {
    this.#renderer = renderer;
    this.#node = node;
    this.dom = element('div', { class: `rendered-block rendered-${node.type.name}` }, this.#shown);
    const fields = FIELDS[node.type.name] ?? [];
    if (fields.length > 0 && view.editable) {
      const form = element('div', { class: 'block-form', contenteditable: 'false', hidden: true });
      for (const { name, label } of fields)
        form.append(
          field(t(label), String((node.attrs.data as Record<string, unknown>)[name] ?? ''), (value) =>
            setData(view, getPos, { [name]: value }),
          ),
        );
      const edit = button(t('editBlock'), drawIcon('edit'), () => {
        form.hidden = !form.hidden;
        if (!form.hidden) form.querySelector('input')?.focus();
      });
      edit.classList.add('block-corner');
      this.dom.append(edit, form);
      if (node.type.name === 'image') form.append(widthOf(node, view, getPos));
      const data = node.attrs.data as Record<string, unknown>;
      // A new block has no target yet.
      form.hidden = !isNew(String(node.attrs.key)) || fields.some(({ name }) => Boolean(data[name]));
    }
    if (view.editable && hasOptions(node)) {
      const options = optionsButton(view, getPos, node);
      options.classList.add('block-corner');
      this.#shown.addEventListener('dblclick', () => options.click());
      this.dom.append(options);
    }
    // A caption is text.
    if (!node.type.isAtom) {
      this.contentDOM = element('div', { class: 'rendered-caption' });
      this.dom.append(this.contentDOM);
    }
    void this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.attrs.data === this.#node.attrs.data;
    this.#node = node;
    if (!isSame) void this.#draw();
    return true;
  }

  async #draw(): Promise<void> {
    const node = this.#node;
    // The caption is shown by the editor.
    const { fragments: _caption, ...json } = blockToDocument(node);
    const wanted =
      node.type.name === 'image'
        ? { object: 'block' as const, type: 'images', data: {}, isVoid: false, nodes: [json] }
        : json;
    try {
      const html = await this.#renderer.render(wanted);
      if (node !== this.#node) return;
      showHtml(this.#shown, html || placeholderOf(node));
      if (node.type.name === 'math') noteFormula(this.#shown, node);
    } catch {
      if (node === this.#node) this.#shown.textContent = t('previewFailed');
    }
  }

  stopEvent = (event: Event): boolean =>
    event.target instanceof HTMLElement && event.target.closest('input, button, select') !== null;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM?.contains(mutation.target);
}

const WIDTHS = [25, 50, 75, 100];

/** How wide a picture is, as a part of the text. */
function widthOf(node: Node, view: EditorView, getPos: GetPos): HTMLSelectElement {
  const { width } = node.attrs.data as { width?: { unit: string; value: number } | number };
  const select = element(
    'select',
    { 'aria-label': t('pictureWidth'), class: 'block-field' },
    element('option', { value: '' }, t('pictureWidth')),
    ...WIDTHS.map((value) => element('option', { value: String(value) }, `${value} %`)),
  );
  select.value = typeof width === 'object' && width.unit === '%' ? String(width.value) : '';
  select.addEventListener('change', () =>
    setData(view, getPos, {
      width: select.value === '' ? undefined : { unit: '%', value: Number(select.value) },
    }),
  );
  return select;
}

const placeholderOf = (node: Node): string =>
  `<p class="placeholder">${node.type.name === 'math' ? '∑' : '…'}</p>`;

/** A formula that cannot be read is shown as it is written. */
function noteFormula(shown: HTMLElement, node: Node): void {
  const { formula = '' } = node.attrs.data as { formula?: string };
  if (formula.trim() === '') shown.replaceChildren(element('p', { class: 'placeholder' }, t('formulaEmpty')));
  else if (shown.querySelector('.math-source'))
    shown.append(element('p', { role: 'status', class: 'diagram-note' }, t('formulaProblem')));
}

/** An inline as its readers will see it. */
class InlineView implements NodeView {
  readonly dom = element('span', { contenteditable: 'false', class: 'rendered-inline' });
  readonly #renderer: Renderer;
  #node: Node;

  constructor(node: Node, view: EditorView, getPos: GetPos, renderer: Renderer) {
    this.#node = node;
    this.#renderer = renderer;
    this.dom.textContent = String(node.attrs.plain) || '\u2026';
    this.dom.addEventListener('click', (event) => {
      // A link in it would leave the page that is being edited.
      event.preventDefault();
      if (view.editable && hasOptions(node)) void openOptions(view, getPos, this.dom);
    });
    void this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.attrs.data === this.#node.attrs.data;
    this.#node = node;
    if (!isSame) void this.#draw();
    return true;
  }

  async #draw(): Promise<void> {
    const node = this.#node;
    // On its own it would be a block.
    const nodes = [LEAD, ...inlinesToDocument(Fragment.from(node.mark([])))];
    const html = await this.#renderer
      .render({ object: 'block', type: 'paragraph', data: {}, isVoid: false, nodes })
      .catch(() => undefined);
    if (html === undefined || node !== this.#node) return;
    showHtml(this.dom, html);
    const paragraph = this.dom.querySelector('p');
    if (!paragraph) return;
    paragraph.firstChild?.remove();
    this.dom.replaceChildren(...paragraph.childNodes);
    // Readers see it when a script has made it work.
    for (const hidden of this.dom.querySelectorAll('[hidden]')) hidden.removeAttribute('hidden');
    // There is no target yet.
    if (this.dom.textContent === '' && !this.dom.querySelector('svg, img, math'))
      this.dom.textContent = blockName(node);
  }

  ignoreMutation = (): boolean => true;
}

const LEAD: DocumentNode = { object: 'text', leaves: [{ object: 'leaf', text: 'x', marks: [] }] };
const INLINES = ['mention', 'button', 'icon', 'inline_math', 'inline_image'];

const RENDERED = [
  'math',
  'drawing',
  'content_ref',
  'reusable_content',
  'swagger',
  'openapi_operation',
  'openapi_webhook',
  'openapi_schemas',
  'integration',
  'image',
  'file',
  'embed',
];

/** A value in the text, as its readers will see it. */
class ExpressionView implements NodeView {
  readonly dom = element('code', { class: 'expression', contenteditable: 'false' });
  readonly #view: EditorView;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.#view = view;
    if (view.editable) this.dom.addEventListener('click', () => void openOptions(view, getPos, this.dom));
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'expression') return false;
    const path = String((node.attrs.data as { expression?: string }).expression ?? '').trim();
    this.dom.title = path;
    this.dom.textContent = path || '{ }';
    void partsOf(this.#view.state)
      .variables()
      .then((known) => {
        const value = known.find((one) => one.path === path)?.value;
        if (value !== undefined && this.dom.title === path) this.dom.textContent = value;
      })
      .catch(() => undefined);
    return true;
  }

  ignoreMutation = (): boolean => true;
}

export const renderedViews = (renderer: Renderer): Record<string, NodeViewConstructor> => ({
  expression: (node, view, getPos) => new ExpressionView(node, view, getPos),
  ...Object.fromEntries(
    RENDERED.map((name): [string, NodeViewConstructor] => [
      name,
      (node, view, getPos) => new RenderedView(node, view, getPos, renderer),
    ]),
  ),
  ...Object.fromEntries(
    INLINES.map((name): [string, NodeViewConstructor] => [
      name,
      (node, view, getPos) => new InlineView(node, view, getPos, renderer),
    ]),
  ),
});
