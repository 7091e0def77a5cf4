import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { childrenOf } from '../convert/children-of.ts';
import { dataOf, type GetPos, setData } from '../options/block-data.ts';
import type { DiagramPreview } from './diagram-preview.ts';
import { element, field, isControl } from './element.ts';
import type { LanguageList } from './language-list.ts';
import { optionsButton } from './options-button.ts';

/** Diagrams are redrawn when typing pauses. */
const PAUSE_MS = 300;

/** Code with its language and its title, and a diagram below its source. */
export class CodeView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #language: HTMLInputElement;
  readonly #title: HTMLInputElement;
  readonly #diagram = element('div', { class: 'diagram-preview', contenteditable: 'false', hidden: true });
  #languages: LanguageList | undefined;
  #preview: DiagramPreview | undefined;
  #drawing: ReturnType<typeof setTimeout> | undefined;
  #isDestroyed = false;
  #source = '';

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.#language = field(
      t('codeLanguage'),
      '',
      (value) => setData(view, getPos, { syntax: value.trim() || undefined }),
      {
        role: 'combobox',
        'aria-expanded': 'false',
        'aria-autocomplete': 'list',
        autocomplete: 'off',
        spellcheck: 'false',
        disabled: !view.editable,
      },
    );
    this.#language.addEventListener('focus', () => this.#suggest(view, getPos), { once: true });
    this.#title = field(t('codeTitle'), '', (value) => setData(view, getPos, { title: value || undefined }), {
      disabled: !view.editable,
    });
    this.contentDOM = element('code', { spellcheck: 'false' });
    this.dom = element(
      'figure',
      {},
      element(
        'figcaption',
        { contenteditable: 'false' },
        this.#title,
        this.#language,
        ...(view.editable ? [optionsButton(view, getPos, node)] : []),
      ),
      element('pre', { dir: 'ltr' }, this.contentDOM),
      this.#diagram,
    );
    this.dom.classList.add('code', 'code-editor');
    this.update(node);
  }

  async #suggest(view: EditorView, getPos: GetPos): Promise<void> {
    const { LanguageList } = await import('./language-list.ts');
    this.#languages = new LanguageList(this.#language, (syntax) => {
      this.#language.value = syntax;
      setData(view, getPos, { syntax });
    });
    if (document.activeElement === this.#language) this.#languages.open('');
  }

  update(node: Node): boolean {
    if (node.type.name !== 'code_block') return false;
    const { syntax, title, overflow, lineNumbers } = dataOf(node);
    if (document.activeElement !== this.#language) this.#language.value = String(syntax ?? '');
    if (document.activeElement !== this.#title) this.#title.value = String(title ?? '');
    this.dom.classList.toggle('titled', Boolean(title));
    this.dom.classList.toggle('numbered', lineNumbers === true);
    this.dom.classList.toggle('wrap', overflow === 'wrap');
    const isDiagram = String(syntax ?? '').toLowerCase() === 'mermaid';
    this.#diagram.hidden = !isDiagram;
    if (isDiagram) this.#draw(node);
    return true;
  }

  destroy(): void {
    this.#isDestroyed = true;
    clearTimeout(this.#drawing);
    this.#preview?.destroy();
    this.#languages?.close();
  }

  #draw(node: Node): void {
    const source = childrenOf(node)
      .map(({ textContent }) => textContent)
      .join('\n');
    if (source === this.#source) return;
    const isFirst = this.#source === '';
    this.#source = source;
    clearTimeout(this.#drawing);
    this.#drawing = setTimeout(
      async () => {
        const { DiagramPreview } = await import('./diagram-preview.ts');
        if (this.#isDestroyed) return;
        this.#preview ??= new DiagramPreview(this.#diagram);
        this.#preview.show(this.#source);
      },
      isFirst ? 0 : PAUSE_MS,
    );
  }

  stopEvent = isControl;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target);
}
