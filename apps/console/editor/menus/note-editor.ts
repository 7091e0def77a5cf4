/** A chunk of its own: the note of annotated text, in an editor of its own. */
import { baseKeymap, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { MarkType } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { drawIcon } from '../../icons/draw-icon.ts';
import { t } from '../../messages/messages.ts';
import type { DocumentNode } from '../convert/document-json.ts';
import { blocksToDocument } from '../convert/to-document.ts';
import { blocksToEditor } from '../convert/to-editor.ts';
import { schema } from '../schema/schema.ts';
import { button, element } from '../views/element.ts';
import { type Annotated, annotationAt } from './annotated-text.ts';

let open: NoteEditor | undefined;

export class NoteEditor {
  readonly #view: EditorView;
  readonly #note: EditorView;
  readonly #dialog: HTMLElement;
  /** The handles do not change while the note is edited. */
  readonly #key: unknown;
  readonly #onPointer = (event: PointerEvent): void => {
    if (!this.#dialog.contains(event.target as Node)) this.close();
  };

  static open(view: EditorView, annotated: Annotated): void {
    open?.close();
    open = new NoteEditor(view, annotated);
  }

  private constructor(view: EditorView, { from, mark }: Annotated) {
    this.#view = view;
    this.#key = mark.attrs.key;
    const host = element('div');
    this.#dialog = element(
      'div',
      { role: 'dialog', 'aria-label': t('annotation'), class: 'block-options', popover: 'manual' },
      host,
      element(
        'div',
        { class: 'block-options-head' },
        button(t('removeAnnotation'), t('removeAnnotation'), () => this.#remove()),
        button(t('close'), drawIcon('close'), () => this.close(true)),
      ),
    );
    const [body] = mark.attrs.fragments as DocumentNode[];
    const toggled = (name: string) => toggleMark(schema.marks[name] as MarkType);
    this.#note = new EditorView(host, {
      state: EditorState.create({
        doc: schema.node('doc', null, blocksToEditor(body?.nodes ?? [])),
        plugins: [
          history(),
          keymap({
            'Mod-z': undo,
            'Shift-Mod-z': redo,
            'Mod-b': toggled('bold'),
            'Mod-i': toggled('italic'),
            'Mod-e': toggled('code'),
            Escape: () => {
              this.close(true);
              return true;
            },
          }),
          keymap(baseKeymap),
        ],
      }),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': t('annotationText'),
        class: 'document note-text',
      },
      dispatchTransaction: (transaction) => {
        this.#note.updateState(this.#note.state.apply(transaction));
        if (transaction.docChanged) this.#write();
      },
    });
    document.body.append(this.#dialog);
    document.addEventListener('pointerdown', this.#onPointer, true);
    this.#dialog.showPopover();
    const { left, bottom, top } = view.coordsAtPos(from);
    const { style, offsetWidth, offsetHeight } = this.#dialog;
    if (!window.matchMedia('(max-width: 40rem)').matches) {
      const isBelow = bottom + 6 + offsetHeight < window.innerHeight;
      style.top = `${isBelow ? bottom + 6 : top - offsetHeight - 6}px`;
      style.left = `${Math.max(8, Math.min(left, window.innerWidth - offsetWidth - 8))}px`;
    }
    this.#note.focus();
  }

  /** The current position of the annotated text. */
  get #annotated(): Annotated | undefined {
    let found: Annotated | undefined;
    this.#view.state.doc.descendants((node, position) => {
      const mark = found ? undefined : node.marks.find(({ attrs }) => attrs.key === this.#key);
      if (mark) found = annotationAt(this.#view, position + 1);
      return found === undefined;
    });
    return found;
  }

  #write(): void {
    const annotated = this.#annotated;
    if (!annotated) return;
    const { from, to, mark } = annotated;
    const [body] = mark.attrs.fragments as DocumentNode[];
    const nodes = blocksToDocument(this.#note.state.doc);
    const changed = mark.type.create({ ...mark.attrs, fragments: [{ ...body, nodes }] });
    this.#view.dispatch(this.#view.state.tr.removeMark(from, to, mark.type).addMark(from, to, changed));
  }

  #remove(): void {
    const annotated = this.#annotated;
    if (annotated) {
      const { from, to, mark } = annotated;
      this.#view.dispatch(this.#view.state.tr.removeMark(from, to, mark.type));
    }
    this.close(true);
  }

  close(returnsFocus = false): void {
    document.removeEventListener('pointerdown', this.#onPointer, true);
    this.#note.destroy();
    this.#dialog.remove();
    if (open === this) open = undefined;
    if (returnsFocus) this.#view.focus();
  }
}
