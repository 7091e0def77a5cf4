import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { blockToDocument } from '../convert/to-document.ts';
import type { Uploads } from '../input/uploads.ts';
import { element } from './element.ts';
import { type Renderer, showHtml } from './rendered.ts';

type GetPos = () => number | undefined;

/** An image as readers see it, with tools on hover or selection. */
export class ImageView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM = element('div', { class: 'rendered-caption', dir: 'auto' });
  readonly #shown = element('div', { contenteditable: 'false', class: 'rendered' });
  readonly #renderer: Renderer;
  #node: Node;
  #showTools: ((node: Node) => void) | undefined;

  constructor(node: Node, view: EditorView, getPos: GetPos, renderer: Renderer, uploads: Uploads) {
    this.#node = node;
    this.#renderer = renderer;
    this.dom = element('div', { class: 'rendered-block rendered-image' }, this.#shown, this.contentDOM);
    if (view.editable)
      void import('./image-tools.ts').then(({ imageTools }) => {
        const { dom, update } = imageTools(view, getPos, this.#shown, uploads);
        this.dom.append(...dom);
        this.#showTools = update;
        update(this.#node);
      });
    void this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    const isSame = node.attrs.data === this.#node.attrs.data;
    this.#node = node;
    this.#showTools?.(node);
    if (!isSame) void this.#draw();
    return true;
  }

  async #draw(): Promise<void> {
    const node = this.#node;
    // The caption is shown by the editor.
    const { fragments: _caption, ...json } = blockToDocument(node);
    const block = { object: 'block' as const, type: 'images', data: {}, isVoid: false, nodes: [json] };
    try {
      const html = await this.#renderer.render(block);
      if (node === this.#node) showHtml(this.#shown, html || '<p class="placeholder">…</p>');
    } catch {
      if (node === this.#node) this.#shown.textContent = t('previewFailed');
    }
  }

  stopEvent = (event: Event): boolean =>
    event.target instanceof HTMLElement && event.target.closest('.picture-tool') !== null;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target);
}
