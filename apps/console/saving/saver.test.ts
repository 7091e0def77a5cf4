import { editSource } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { DocumentFault } from '@lectern/markdown/receive/checks';
import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test, vi } from 'vitest';
import type { Changes } from '../editor/convert/changes.ts';
import type { DocumentJson } from '../editor/convert/document-json.ts';
import { toEditor } from '../editor/convert/to-editor.ts';
import { Draft } from './draft.ts';
import type { SentRequest } from './journal.ts';
import type { Outcome } from './save-page.ts';
import { Saver } from './saver.ts';

// The client of the API reads the address of the service from the page that it runs in.
vi.hoisted(() => {
  Object.assign(globalThis, {
    document: { querySelector: () => null, documentElement: { style: {} } },
    location: { origin: 'http://localhost' },
  });
});

const read = (source: string): DocumentJson => parseMarkdown(source).document as unknown as DocumentJson;

/** An editor on a page, whose service applies what it is sent and refuses what it cannot apply. */
function openPage(source: string, keysOf: (document: DocumentJson) => [handle: string, key: string][]) {
  const page = { source, revision: 0, requests: [] as SentRequest['change'][] };
  let state = EditorState.create({ doc: toEditor(read(source)) });
  const editor = {
    get state() {
      return state;
    },
    dispatch: (transaction: typeof state.tr) => {
      state = state.apply(transaction);
    },
  };
  const draft = new Draft(editor, { acknowledged: state.doc, revision: '0', keys: keysOf(read(source)) });
  const apply = ({ blocks, text, document }: SentRequest['change']): Outcome => {
    const operations = { blocks, text } as Changes;
    const whole = document as { document: unknown } | undefined;
    try {
      const content = whole ? { document: whole.document } : { operations };
      const { source: edited, keys } = editSource({ source: page.source, content, listsKeys: true });
      page.source = edited;
      page.revision += 1;
      const renamed = Object.fromEntries(keys?.renamed ?? []);
      return { kind: 'saved', revision: String(page.revision), keys: renamed, merged: [] };
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error;
      return { kind: 'refused', message: error.message, isInvalid: true };
    }
  };
  const saver = new Saver({
    draft,
    save: async ({ change }) => {
      page.requests.push(change);
      return apply(change);
    },
    read: async (isSaved) => draft.receive(read(page.source), String(page.revision), { isSaved }),
    note: async () => false,
    wait: async () => {},
  });
  const type = async (position: number, text: string): Promise<void> => {
    editor.dispatch(state.tr.setSelection(TextSelection.create(state.doc, position)).insertText(text));
    saver.changed();
    await saver.flush();
  };
  return { page, saver, type };
}

test('a change of a block whose key is unknown to the service is saved with the whole document', async () => {
  const { page, saver, type } = openPage('First\n\nSecond\n', ({ nodes: [first] }) => [
    [String(first?.key), 'lost-1'],
  ]);

  await type(1, 'My ');

  expect(page.requests.map((change) => Object.keys(change))).toEqual([['text'], ['document']]);
  expect(page.source).toBe('My First\n\nSecond\n');
  expect(saver.state).toEqual({ kind: 'saved' });
  expect(saver.isClean).toBe(true);

  // The keys were read again: single changes are understood from now on.
  await type(1, 'Now ');
  expect(page.requests.slice(2).map((change) => Object.keys(change))).toEqual([['text']]);
  expect(page.source).toBe('Now My First\n\nSecond\n');
  saver.stop();
});
