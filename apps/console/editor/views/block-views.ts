import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { t } from '../../messages/messages.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { button, element } from './element.ts';
import { TableView } from './table-view.ts';

type Data = Record<string, unknown>;
type GetPos = () => number | undefined;

const dataOf = (node: Node): Data => node.attrs.data as Data;

/** Changes fields of the data of the block at a position. `undefined` takes a field away. */
export function setData(view: EditorView, getPos: GetPos, fields: Data): void {
  const position = getPos();
  const node = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || !node) return;
  const data = Object.fromEntries(
    Object.entries({ ...dataOf(node), ...fields }).filter(([, value]) => value !== undefined),
  );
  view.dispatch(view.state.tr.setNodeAttribute(position, 'data', data));
}

/** A field in a block, whose keys and pointer are its own. */
export function field(
  label: string,
  value: string,
  onChange: (value: string) => void,
  attributes: Record<string, string> = {},
): HTMLInputElement {
  const input = element('input', {
    'aria-label': label,
    placeholder: label,
    class: 'block-field',
    ...attributes,
  });
  input.value = value;
  input.addEventListener('input', () => onChange(input.value));
  return input;
}

const isControl = (event: Event): boolean =>
  event.target instanceof HTMLElement && event.target.closest('input, select, button, textarea') !== null;

const LANGUAGES = [
  'bash',
  'c',
  'cpp',
  'csharp',
  'css',
  'diff',
  'dockerfile',
  'go',
  'graphql',
  'html',
  'http',
  'ini',
  'java',
  'javascript',
  'json',
  'jsx',
  'kotlin',
  'markdown',
  'mermaid',
  'php',
  'powershell',
  'python',
  'ruby',
  'rust',
  'scss',
  'sh',
  'sql',
  'swift',
  'text',
  'toml',
  'tsx',
  'typescript',
  'xml',
  'yaml',
];

/** Code with its language and its title. */
class CodeView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #language: HTMLInputElement;
  readonly #title: HTMLInputElement;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    const list = `languages-${newKey()}`;
    this.#language = field(
      t('codeLanguage'),
      '',
      (value) => setData(view, getPos, { syntax: value.trim() || undefined }),
      { list, spellcheck: 'false' },
    );
    this.#title = field(t('codeTitle'), '', (value) => setData(view, getPos, { title: value || undefined }));
    const options = element(
      'datalist',
      { id: list },
      ...LANGUAGES.map((value) => element('option', { value })),
    );
    this.contentDOM = element('code', { spellcheck: 'false' });
    this.dom = element(
      'figure',
      { class: 'code code-editor' },
      element('figcaption', { contenteditable: 'false' }, this.#title, this.#language, options),
      element('pre', {}, this.contentDOM),
    );
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'code_block') return false;
    const { syntax, title } = dataOf(node);
    if (document.activeElement !== this.#language) this.#language.value = String(syntax ?? '');
    if (document.activeElement !== this.#title) this.#title.value = String(title ?? '');
    return true;
  }

  stopEvent = isControl;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target);
}

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

const HINTS = ['info', 'success', 'warning', 'danger'] as const;
const HINT_LABELS = {
  info: 'blockInfo',
  success: 'blockSuccess',
  warning: 'blockWarning',
  danger: 'blockDanger',
} as const;

class HintView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #style: HTMLSelectElement;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.#style = element(
      'select',
      { 'aria-label': t('hintStyle'), class: 'block-field' },
      ...HINTS.map((value) => element('option', { value }, t(HINT_LABELS[value]))),
    );
    this.#style.addEventListener('change', () => setData(view, getPos, { style: this.#style.value }));
    this.contentDOM = element('div', { class: 'hint-body' });
    this.dom = element(
      'aside',
      {},
      this.contentDOM,
      element('div', { contenteditable: 'false', class: 'block-corner' }, this.#style),
    );
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'hint') return false;
    const style = String(dataOf(node).style ?? 'info');
    this.dom.className = `hint hint-${style}`;
    this.#style.value = style;
    return true;
  }

  stopEvent = isControl;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target);
}

/** Tabs with their titles in a row, of which one is shown. */
class TabsView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #bar = element('div', { class: 'tab-list', contenteditable: 'false' });
  readonly #view: EditorView;
  readonly #getPos: GetPos;
  #current = 0;

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
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'tabs') return false;
    this.#current = Math.min(this.#current, node.childCount - 1);
    const hasFocus = this.#bar.contains(document.activeElement);
    if (!hasFocus || this.#bar.childElementCount !== node.childCount + 1) this.#draw(node);
    this.dom.dataset.current = String(this.#current);
    this.#show();
    return true;
  }

  #draw(node: Node): void {
    const titles: HTMLElement[] = [];
    node.forEach((tab, offset, index) => {
      const input = field(t('tabTitle'), String(dataOf(tab).title ?? ''), (title) => {
        const position = this.#getPos();
        if (position !== undefined) setData(this.#view, () => position + 1 + offset, { title });
      });
      input.addEventListener('focus', () => {
        this.#current = index;
        this.#show();
      });
      titles.push(input);
    });
    this.#bar.replaceChildren(
      ...titles,
      button(t('addTab'), '+', () => this.#add()),
    );
  }

  #show(): void {
    const { children } = this.#bar;
    for (const [index, input] of [...children].entries())
      input.classList.toggle('current', index === this.#current);
    // The editor owns the elements of the tabs: which one is shown is a matter of style.
    this.dom.style.setProperty('--tab', String(this.#current));
    this.contentDOM.dataset.tab = String(this.#current);
  }

  #add(): void {
    const position = this.#getPos();
    const node = position === undefined ? null : this.#view.state.doc.nodeAt(position);
    if (position === undefined || !node) return;
    const fresh = { key: newKey(), more: {} };
    const tab = schema.node('tabs_item', { ...fresh, data: { title: '' } }, [
      schema.node('paragraph', { ...fresh, key: newKey(), data: {} }),
    ]);
    this.#current = node.childCount;
    this.#view.dispatch(this.#view.state.tr.insert(position + node.nodeSize - 1, tab));
    (this.#bar.children[this.#current] as HTMLElement | undefined)?.focus();
  }

  stopEvent = isControl;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target) || mutation.target === this.contentDOM;
}

/** A block that opens for its readers. It is always open for its writer. */
class ExpandableView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;

  constructor() {
    this.contentDOM = element('div', { class: 'expandable-parts' });
    this.dom = element('div', { class: 'expandable expandable-editor' }, this.contentDOM);
  }
}

/** A condition with its expression. */
class ConditionView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement;
  readonly #expression: HTMLInputElement;

  constructor(node: Node, view: EditorView, getPos: GetPos) {
    this.#expression = field(t('condition'), '', (expression) => setData(view, getPos, { expression }), {
      spellcheck: 'false',
    });
    this.contentDOM = element('div');
    this.dom = element(
      'div',
      { class: 'condition' },
      element('div', { contenteditable: 'false', class: 'condition-head' }, this.#expression),
      this.contentDOM,
    );
    this.update(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'if') return false;
    if (document.activeElement !== this.#expression)
      this.#expression.value = String(dataOf(node).expression ?? '');
    return true;
  }

  stopEvent = isControl;
  ignoreMutation = (mutation: { target: globalThis.Node }): boolean =>
    !this.contentDOM.contains(mutation.target);
}

/** A block that is shown by its source and cannot be changed. */
class SourceView implements NodeView {
  readonly dom: HTMLElement;

  constructor(node: Node) {
    this.dom = element(
      'div',
      {
        role: 'group',
        'aria-label': t('sourceBlock'),
        class: 'source-block',
        contenteditable: 'false',
        title: t('sourceBlockExplained'),
      },
      element('pre', {}, element('code', {}, String(node.attrs.source))),
    );
  }

  ignoreMutation = (): boolean => true;
}

export const blockViews: Record<string, NodeViewConstructor> = {
  code_block: (node, view, getPos) => new CodeView(node, view, getPos),
  list_item: (node, view, getPos) => new ItemView(node, view, getPos),
  hint: (node, view, getPos) => new HintView(node, view, getPos),
  tabs: (node, view, getPos) => new TabsView(node, view, getPos),
  expandable: () => new ExpandableView(),
  if: (node, view, getPos) => new ConditionView(node, view, getPos),
  source_block: (node) => new SourceView(node),
  table: (node, view, getPos) => new TableView(node, view, getPos),
};
