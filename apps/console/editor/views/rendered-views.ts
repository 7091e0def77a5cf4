import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { blockToDocument } from '../convert/to-document.ts';
import { field, setData } from './block-views.ts';
import { button, element } from './element.ts';
import { type Renderer, showHtml } from './rendered.ts';

type GetPos = () => number | undefined;

/** The fields by which a block without text is edited. */
const FIELDS: Record<
  string,
  readonly { name: string; label: 'formula' | 'embedAddress' | 'operationPath' | 'operationMethod' }[]
> = {
  math: [{ name: 'formula', label: 'formula' }],
  embed: [{ name: 'url', label: 'embedAddress' }],
  openapi_operation: [
    { name: 'method', label: 'operationMethod' },
    { name: 'path', label: 'operationPath' },
  ],
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
      const edit = button(t('editBlock'), '✎', () => {
        form.hidden = !form.hidden;
        if (!form.hidden) form.querySelector('input')?.focus();
      });
      edit.classList.add('block-corner');
      this.dom.append(edit, form);
      // A new block has nothing to show yet.
      if (fields.every(({ name }) => !(node.attrs.data as Record<string, unknown>)[name]))
        form.hidden = false;
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
      if (node === this.#node) showHtml(this.#shown, html || placeholderOf(node));
    } catch {
      if (node === this.#node) this.#shown.textContent = t('previewFailed');
    }
  }

  stopEvent = (event: Event): boolean =>
    event.target instanceof HTMLElement && event.target.closest('input, button') !== null;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM?.contains(mutation.target);
}

const placeholderOf = (node: Node): string =>
  `<p class="placeholder">${node.type.name === 'math' ? '∑' : '…'}</p>`;

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

export const renderedViews = (renderer: Renderer): Record<string, NodeViewConstructor> =>
  Object.fromEntries(
    RENDERED.map((name) => [name, (node, view, getPos) => new RenderedView(node, view, getPos, renderer)]),
  );
