/** A chunk of its own: rarely used marks. */
import { toggleMark } from 'prosemirror-commands';
import type { MarkType } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';
import { insertAndOpen } from '../input/insert-inline.ts';
import { schema } from '../schema/schema.ts';
import { element } from '../views/element.ts';
import { annotate } from './annotations.ts';
import { type BlockIcon, blockIcon } from './block-icons.ts';

const MARKS: readonly { name: string; label: keyof Messages; icon: BlockIcon }[] = [
  { name: 'keyboard', label: 'markKeyboard', icon: 'keyboard' },
  { name: 'superscript', label: 'markSuperscript', icon: 'superscript' },
  { name: 'subscript', label: 'markSubscript', icon: 'subscript' },
];

const COLORS = ['blue', 'green', 'red', 'orange', 'yellow', 'purple', 'pink', 'violet', 'cyan'] as const;

interface ColorData {
  text: string;
  background: string;
}

const colorMark = schema.marks.color as MarkType;

/** Opens the other marks below a button. */
export function openMoreFormatting(view: EditorView, anchor: HTMLElement): void {
  const menu = element('div', {
    role: 'dialog',
    'aria-label': t('moreFormatting'),
    class: 'block-options more-formatting',
    popover: 'auto',
  });
  const close = (): void => {
    menu.hidePopover();
    view.focus();
  };
  const tool = (label: string, icon: BlockIcon, isOn: boolean | undefined, run: () => void): HTMLElement => {
    const made = element(
      'button',
      { type: 'button', ...(isOn === undefined ? {} : { 'aria-pressed': String(isOn) }) },
      element('span', { 'aria-hidden': 'true', class: 'choice-picture' }, blockIcon(icon)),
      element('span', {}, label),
    );
    made.addEventListener('click', () => {
      close();
      run();
    });
    return made;
  };
  const { from, to } = view.state.selection;
  for (const { name, label, icon } of MARKS) {
    const type = schema.marks[name] as MarkType;
    const isOn = view.state.doc.rangeHasMark(from, to, type);
    menu.append(tool(t(label), icon, isOn, () => toggleMark(type)(view.state, view.dispatch)));
  }
  const hasNote = view.state.doc.rangeHasMark(from, to, schema.marks.annotation as MarkType);
  menu.append(
    tool(t('annotation'), 'note', hasNote, () => annotate(view)),
    tool(t('blockMath'), 'math', undefined, () => {
      const formula = view.state.doc.textBetween(from, to);
      insertAndOpen(view, { from, to }, 'inline-math', { formula });
    }),
    colorChoice(view, 'textColor', 'text'),
    colorChoice(view, 'highlightColor', 'background'),
  );
  menu.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed') menu.remove();
  });
  document.body.append(menu);
  menu.showPopover();
  const box = anchor.getBoundingClientRect();
  if (!window.matchMedia('(max-width: 40rem)').matches) {
    const { offsetHeight, offsetWidth, style } = menu;
    const isBelow = box.bottom + offsetHeight + 8 < window.innerHeight;
    style.top = `${isBelow ? box.bottom + 4 : box.top - offsetHeight - 4}px`;
    style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - offsetWidth - 8))}px`;
  }
  menu.querySelector<HTMLElement>('button')?.focus();
}

/** Sets the text color or the background color of the selection. */
function colorChoice(
  view: EditorView,
  label: 'textColor' | 'highlightColor',
  part: keyof ColorData,
): HTMLElement {
  const { from, to } = view.state.selection;
  let now: ColorData = { text: 'default', background: 'default' };
  view.state.doc.nodesBetween(from, to, (node) => {
    const mark = colorMark.isInSet(node.marks);
    if (mark) now = { ...now, ...(mark.attrs.data as ColorData) };
  });
  const select = element(
    'select',
    {},
    element('option', { value: 'default' }, t('colorDefault')),
    ...COLORS.map((color) => element('option', { value: color }, t(`color-${color}`))),
  );
  // Colors outside of the palette are kept.
  if (now[part] !== 'default' && !(COLORS as readonly string[]).includes(now[part]))
    select.append(element('option', { value: now[part] }, now[part]));
  select.value = now[part];
  select.addEventListener('change', () => {
    now = { ...now, [part]: select.value };
    const transaction = view.state.tr.removeMark(from, to, colorMark);
    if (now.text !== 'default' || now.background !== 'default')
      transaction.addMark(from, to, colorMark.create({ data: now }));
    view.dispatch(transaction);
  });
  return element('label', { class: 'block-option' }, element('span', {}, t(label)), select);
}
