import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import type { EditorParts } from '../input/editor-parts.ts';
import { chooseTarget } from '../menus/choose-target.ts';
import { element } from '../views/element.ts';
import { showIcon } from '../views/show-icon.ts';
import { type Data, dataOf } from './block-data.ts';
import { pickIcon } from './icon-picker.ts';

type Label = keyof Messages;

/** The value that a control of the form reads and writes. */
export interface FormContext {
  node: Node;
  parts: EditorParts;
  set(fields: Data): void;
  setMore(fields: Data): void;
  /** Called after a change that other controls depend on. */
  redraw(): void;
  edit(change: (view: EditorView, position: number) => void): void;
}

/** A field of the form for one property of a node. */
export type Property = (context: FormContext) => HTMLElement;

interface Lens {
  read(data: Data): string;
  write(value: string): Data;
}

const fieldNamed = (name: string): Lens => ({
  read: (data) => (data[name] === undefined ? '' : String(data[name])),
  write: (value) => ({ [name]: value === '' ? undefined : value }),
});

const row = (label: string, control: HTMLElement): HTMLElement =>
  element('label', { class: 'block-option' }, element('span', {}, label), control);

export const text =
  (label: Label, lens: string | Lens, attributes: Record<string, string> = {}): Property =>
  ({ node, set }) => {
    const { read, write } = typeof lens === 'string' ? fieldNamed(lens) : lens;
    const input = element('input', { 'data-property': label, ...attributes });
    input.value = read(dataOf(node));
    input.addEventListener('input', () => set(write(input.value)));
    return row(t(label), input);
  };

/** A multi-line field; Ctrl+Enter closes it. */
export const longText =
  (label: Label, name: string): Property =>
  ({ node, set }) => {
    const area = element('textarea', { 'data-property': label, rows: '3', spellcheck: 'false' });
    area.value = String(dataOf(node)[name] ?? '');
    area.addEventListener('input', () => set({ [name]: area.value }));
    area.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) area.form?.requestSubmit();
    });
    return row(t(label), area);
  };

export const choice =
  (
    label: Label,
    lens: string | Lens,
    values: readonly (readonly [value: string, label: Label | string])[],
  ): Property =>
  ({ node, set, redraw }) => {
    const { read, write } = typeof lens === 'string' ? fieldNamed(lens) : lens;
    const select = element(
      'select',
      { 'data-property': label },
      ...values.map(([value, name]) => element('option', { value }, nameOf(name))),
    );
    const value = read(dataOf(node));
    // Values that the list does not have are kept.
    if (values.every(([known]) => known !== value)) select.append(element('option', { value }, value));
    select.value = value;
    select.addEventListener('change', () => {
      set(write(select.value));
      redraw();
    });
    return row(t(label), select);
  };

const nameOf = (name: string): string => (/^[a-z]\w+$/.test(name) ? t(name as Label) : name);

/** `on`, `off`: the values of the two states. */
export const flag =
  (label: Label, name: string, on: unknown = true, off: unknown = undefined): Property =>
  ({ node, set }) => {
    const box = element('input', { type: 'checkbox', 'data-property': label });
    box.checked = dataOf(node)[name] === on;
    box.addEventListener('change', () => set({ [name]: box.checked ? on : off }));
    return element('label', { class: 'block-option-flag' }, box, element('span', {}, t(label)));
  };

/** A button for an action. */
export const action =
  (label: Label, run: (view: EditorView, position: number) => void): Property =>
  ({ edit }) => {
    const made = element('button', { type: 'button', 'data-property': label }, t(label));
    made.addEventListener('click', () => edit(run));
    return made;
  };

export const icon: Property = ({ node, parts: { renderer }, set, redraw }) => {
  const name = String(dataOf(node).icon ?? '');
  const picture = element('span', { 'aria-hidden': 'true', class: 'choice-picture' });
  if (name !== '') void showIcon(picture, name, renderer);
  const choose = element(
    'button',
    { type: 'button', 'data-property': 'icon' },
    picture,
    element('span', {}, name || t('chooseIcon')),
  );
  choose.setAttribute('aria-label', t('iconNow', { name: name || t('none') }));
  choose.addEventListener('click', async () => {
    const picked = await pickIcon(renderer);
    if (picked !== undefined) set({ icon: picked });
    redraw();
  });
  const clear = element(
    'button',
    { type: 'button', 'aria-label': t('removeIcon'), title: t('removeIcon') },
    drawIcon('close'),
  );
  clear.hidden = name === '' || node.type.name === 'icon';
  clear.addEventListener('click', () => {
    set({ icon: undefined });
    redraw();
  });
  const both = element('span', { class: 'block-option-pair' }, choose, clear);
  return element('div', { class: 'block-option' }, element('span', {}, t('icon')), both);
};

/** The target of a block or an inline. */
export const target =
  (
    label: Label,
    ask: 'page' | 'target' | 'reusable-content' | 'operation',
    write: (ref: Data) => Data = (ref) => ({ ref }),
  ): Property =>
  ({ node, parts, set, redraw }) => {
    const ref = (dataOf(node).ref ?? {}) as Data;
    const open = element(
      'a',
      {
        target: '_blank',
        rel: 'noreferrer',
        hidden: true,
        class: 'block-button',
        'aria-label': t('openTarget'),
        title: t('openTarget'),
      },
      drawIcon('external'),
    );
    const choose = element('button', { type: 'button', 'data-property': label }, '…');
    const show = async (): Promise<void> => {
      const { title, href } = await parts.describe(ref);
      choose.textContent = title || t('chooseTarget');
      choose.setAttribute('aria-label', `${t(label)}: ${choose.textContent}`);
      open.hidden = href === undefined;
      if (href !== undefined) open.href = href;
    };
    void show();
    choose.addEventListener('click', async () => {
      const found = await chooseTarget({
        label: t(label),
        field: t(label),
        placeholder: t(ask === 'target' ? 'linkPlaceholder' : label),
        initial: ref.kind === 'url' ? String(ref.url) : '',
        find: parts.find[ask],
      });
      if (found) set(write(found.ref));
      redraw();
    });
    const both = element('span', { class: 'block-option-pair' }, choose, open);
    return element('div', { class: 'block-option' }, element('span', {}, t(label)), both);
  };
