/** Shared by tests of what the editor saves. */
import { canonicalText } from '@lectern/markdown/canonical';
import { editSource } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { receiveDocument } from '@lectern/markdown/receive/receive-document';
import { redo, undo } from 'prosemirror-history';
import type { EditorState, Transaction } from 'prosemirror-state';
import { expect } from 'vitest';
import { asRead } from '../../../packages/markdown/src/edit/name-tables.ts';
import type { DocumentJson } from '../editor/convert/document-json.ts';
import { toDocument } from '../editor/convert/to-document.ts';
import { toEditor } from '../editor/convert/to-editor.ts';
import { Draft } from '../saving/draft.ts';
import { applyEdit, createEditor, type Edit } from './editor-edits.ts';

export const canonical = (nodes: Parameters<typeof canonicalText>[0]): string =>
  canonicalText(nodes.map(asRead));

/** A page that is edited and saved, without a browser and without a network. */
export class Session {
  state: EditorState;
  source: string;
  readonly #draft: Draft;
  #revision = 0;

  constructor(source: string) {
    this.source = source;
    this.state = createEditor(toEditor(parseMarkdown(source).document as unknown as DocumentJson));
    const session = this;
    this.#draft = new Draft(
      {
        get state() {
          return session.state;
        },
        dispatch: (transaction) => this.dispatch(transaction),
      },
      { acknowledged: this.state.doc, revision: '0' },
    );
  }

  dispatch(transaction: Transaction): void {
    this.state = this.state.apply(transaction);
  }

  edit(drawn: Edit): void {
    this.state = applyEdit(this.state, drawn);
  }

  /** Saves what has changed, and expects that the page is then what the editor shows. */
  save(): void {
    const operations = this.#draft.take();
    if (operations) {
      const { source, keys } = editSource({ source: this.source, content: { operations } });
      this.source = source;
      this.#draft.acknowledge({
        revision: String(++this.#revision),
        keys: Object.fromEntries(keys?.renamed ?? []),
        merged: [],
      });
    }
    const shown = canonical(receiveDocument(toDocument(this.state.doc)).nodes);
    expect(canonical(parseMarkdown(this.source).document.nodes)).toBe(shown);
  }

  undoAll(): void {
    while (undo(this.state, (transaction) => this.dispatch(transaction)));
  }

  redoAll(): void {
    while (redo(this.state, (transaction) => this.dispatch(transaction)));
  }
}
