import type { Node } from 'prosemirror-model';
import { NodeSelection, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import type { Uploads } from '../input/uploads.ts';
import { setData } from '../options/block-data.ts';
import { newKey } from '../schema/mark-specs.ts';
import { schema } from '../schema/schema.ts';
import { button, element } from './element.ts';

type GetPos = () => number | undefined;

const STEP = 5;
const LEAST = 10;
const ALIGNMENTS = ['left', 'center', 'right'] as const;

/** The tools of a picture: describe it, make it narrower, place, replace or remove it. */
export function imageTools(
  view: EditorView,
  getPos: GetPos,
  shown: HTMLElement,
  uploads: Uploads,
): { dom: HTMLElement[]; update(node: Node): void } {
  const set = (fields: Record<string, unknown>): void => setData(view, getPos, fields);
  const alt = element('input', {
    'aria-label': t('altText'),
    placeholder: t('altText'),
    class: 'block-field',
    dir: 'auto',
  });
  alt.addEventListener('input', () => set({ alt: alt.value }));
  const align = element(
    'select',
    { 'aria-label': t('alignment'), class: 'block-field' },
    element('option', { value: '' }, t('alignment')),
    ...ALIGNMENTS.map((value) => element('option', { value }, t(`align-${value}`))),
  );
  align.addEventListener('change', () => setAlignment(view, getPos, align.value));
  const replace = (field: 'ref' | 'refDark'): void => {
    const position = getPos();
    if (position !== undefined)
      uploads.replace(view, view.state.doc.resolve(position).after(1), ({ id }) =>
        set({ [field]: { kind: 'file', file: id } }),
      );
  };
  const removeDark = button(t('removeDarkPicture'), drawIcon('light'), () => set({ refDark: undefined }));
  const tools = element(
    'div',
    {
      class: 'picture-tool picture-bar',
      role: 'toolbar',
      'aria-label': t('pictureTools'),
      contenteditable: 'false',
    },
    alt,
    align,
    button(t('addCaption'), drawIcon('caption'), () => addCaption(view, getPos)),
    button(t('replacePicture'), drawIcon('replace'), () => replace('ref')),
    button(t('darkPicture'), drawIcon('dark'), () => replace('refDark')),
    removeDark,
    button(t('removePicture'), drawIcon('close'), () => remove(view, getPos)),
  );
  const missing = element(
    'button',
    { type: 'button', class: 'picture-tool picture-missing', contenteditable: 'false' },
    t('describePicture'),
  );
  missing.addEventListener('click', () => alt.focus());
  const handle = resizeHandle(shown, (value) =>
    set({ width: value >= 100 ? undefined : { unit: '%', value } }),
  );
  handle.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') view.focus();
  });
  return {
    dom: [tools, missing, handle],
    update({ attrs }) {
      const {
        alt: text = '',
        width,
        refDark,
      } = attrs.data as {
        alt?: string;
        width?: { unit: string; value: number } | number;
        refDark?: unknown;
      };
      if (document.activeElement !== alt) alt.value = text;
      missing.hidden = text !== '';
      removeDark.hidden = refDark === undefined;
      const percent = typeof width === 'object' && width.unit === '%' ? width.value : 100;
      handle.setAttribute('aria-valuenow', String(percent));
      align.value = alignmentOf(view, getPos);
    },
  };
}

/** A handle at the edge of a picture, dragged or moved by the arrow keys. Widths are parts of the text’s width. */
function resizeHandle(shown: HTMLElement, set: (percent: number) => void): HTMLElement {
  const handle = element('div', {
    class: 'picture-tool picture-handle',
    role: 'slider',
    tabindex: '0',
    contenteditable: 'false',
    'aria-label': t('pictureWidth'),
    'aria-valuemin': String(LEAST),
    'aria-valuemax': '100',
    'aria-valuenow': '100',
  });
  const round = (percent: number): number =>
    Math.min(100, Math.max(LEAST, Math.round(percent / STEP) * STEP));
  handle.addEventListener('keydown', (event) => {
    const isRight = getComputedStyle(shown).direction !== 'rtl';
    const step = { ArrowRight: isRight ? 1 : -1, ArrowLeft: isRight ? -1 : 1, ArrowUp: 1, ArrowDown: -1 }[
      event.key
    ];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    set(round(Number(handle.getAttribute('aria-valuenow')) + step * STEP));
  });
  handle.addEventListener('pointerdown', (down) => {
    const picture = shown.querySelector('img');
    if (!picture) return;
    down.preventDefault();
    handle.setPointerCapture(down.pointerId);
    const start = picture.getBoundingClientRect().width;
    const whole = shown.getBoundingClientRect().width;
    const sign = getComputedStyle(shown).direction === 'rtl' ? -1 : 1;
    let percent = round((start / whole) * 100);
    const move = (event: PointerEvent): void => {
      percent = round(((start + sign * (event.clientX - down.clientX)) / whole) * 100);
      picture.style.width = `${(percent / 100) * whole}px`;
    };
    const end = (): void => {
      handle.removeEventListener('pointermove', move);
      set(percent);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', end, { once: true });
  });
  return handle;
}

/** The pictures that one is among: their alignment is that of all of them. */
function groupOf(view: EditorView, getPos: GetPos): { node: Node; position: number } | undefined {
  const position = getPos();
  if (position === undefined) return undefined;
  const place = view.state.doc.resolve(position);
  return place.parent.type.name === 'images' ? { node: place.parent, position: place.before() } : undefined;
}

const alignmentOf = (view: EditorView, getPos: GetPos): string =>
  String((groupOf(view, getPos)?.node.attrs.data as { align?: string } | undefined)?.align ?? '');

function setAlignment(view: EditorView, getPos: GetPos, align: string): void {
  const group = groupOf(view, getPos);
  if (group) setData(view, () => group.position, { align: align === '' ? undefined : align });
}

function addCaption(view: EditorView, getPos: GetPos): void {
  const position = getPos();
  const image = position === undefined ? null : view.state.doc.nodeAt(position);
  if (position === undefined || !image) return;
  const fresh = () => ({ key: newKey(), data: {}, more: {} });
  const transaction = view.state.tr;
  if (image.childCount === 0)
    transaction.insert(position + 1, schema.node('caption', fresh(), [schema.node('paragraph', fresh())]));
  view.dispatch(transaction);
  const { doc } = view.state;
  const end = position + (doc.nodeAt(position)?.nodeSize ?? 0) - 3;
  view.dispatch(view.state.tr.setSelection(Selection.near(doc.resolve(end), -1)));
  view.focus();
}

/** Removes a picture, and what is around it if it was the only one. */
function remove(view: EditorView, getPos: GetPos): void {
  const group = groupOf(view, getPos);
  const position = getPos();
  if (!group || position === undefined) return;
  const target = group.node.childCount === 1 ? group.position : position;
  const selection = NodeSelection.create(view.state.doc, target);
  view.dispatch(view.state.tr.setSelection(selection).deleteSelection());
  view.focus();
}
