import { editSource } from '@lectern/markdown/page-source';
import { parseMarkdown } from '@lectern/markdown/parse-markdown';
import { DocumentFault } from '@lectern/markdown/receive/checks';
import fc from 'fast-check';
import { EditorState, TextSelection } from 'prosemirror-state';
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => {
  vi.useRealTimers();
});

type Page = ReturnType<typeof openPage>;

/**
 * Whether nothing is left to do: each timer of the saver ends in an entry of the journal, a request or another state.
 * Other files run in the same process, so that timers cannot be counted.
 */
async function expectRest({ page, saver }: Pick<Page, 'page' | 'saver'>): Promise<void> {
  const stateOf = () => ({ state: saver.state, notes: page.notes, requests: page.requests.length });
  const before = stateOf();
  expect(before.state).toEqual({ kind: 'saved' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stateOf()).toEqual(before);
}

/** The service knows all blocks by the keys that the editor has read. */
const ownKeys = ({ nodes }: DocumentJson): [handle: string, key: string][] =>
  nodes.map(({ key }) => [String(key), String(key)]);

/**
 * An editor on a page, whose service applies what it is sent, after some time, and refuses what it cannot apply.
 * `keysOf`: by which keys the service knows the handles of the blocks.
 */
function openPage(source: string, { keysOf = ownKeys, answerMs = 0 } = {}) {
  const page = { source, revision: 0, notes: 0, requests: [] as SentRequest['change'][] };
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
      if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs));
      return apply(change);
    },
    read: async (isSaved) => draft.receive(read(page.source), String(page.revision), { isSaved }),
    note: async () => {
      page.notes += 1;
      return false;
    },
    wait: async () => {},
  });
  const press = (position: number, text: string): void => {
    editor.dispatch(state.tr.setSelection(TextSelection.create(state.doc, position)).insertText(text));
    saver.changed();
  };
  const type = async (position: number, text: string): Promise<void> => {
    press(position, text);
    await saver.flush();
  };
  /** Deletes the letter at a position. */
  const takeBack = (position: number): void => {
    editor.dispatch(state.tr.delete(position, position + 1));
    saver.changed();
  };
  return { page, saver, type, press, takeBack };
}

test('a change of a block whose key is unknown to the service is saved with the whole document', async () => {
  const { page, saver, type } = openPage('First\n\nSecond\n', {
    keysOf: ({ nodes: [first] }) => [[String(first?.key), 'lost-1']],
  });

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

const KEY_MS = 60;
const KEYS = 100;

test('who types without a pause saves every second and a half, and after the last key', async () => {
  vi.useFakeTimers();
  const { page, saver, press } = openPage('x\n', { answerMs: 40 });
  for (let key = 0; key < KEYS; key += 1) {
    press(1, 'a');
    await vi.advanceTimersByTimeAsync(KEY_MS);
    expect(saver.state).toEqual({ kind: 'saving' });
  }
  expect(page.requests.length).toBeLessThanOrEqual(Math.ceil((KEYS * KEY_MS) / 1500));
  expect(page.requests.length).toBeGreaterThanOrEqual(3);
  await vi.advanceTimersByTimeAsync(1000);
  expect(saver.state).toEqual({ kind: 'saved' });
  expect(page.source).toBe(`${'a'.repeat(KEYS)}x\n`);
  await expectRest({ page, saver });
  saver.stop();
});

/** What a writer does, and how long they then wait. */
const act = fc.record({
  kind: fc.constantFrom('type', 'type', 'type', 'take back', 'touch', 'flush'),
  ms: fc.oneof(fc.nat(100), fc.constantFrom(40, 240, 250, 260, 800, 1500, 4000)),
});

test('however somebody types, everything is saved, and then nothing is done', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 12 }),
      fc.constantFrom(0, 40, 3500),
      async (acts, answerMs) => {
        vi.useFakeTimers();
        const { page, saver, press, takeBack } = openPage('x\n', { answerMs });
        let typed = 0;
        for (const { kind, ms } of acts) {
          if (kind === 'type') press(1, 'a');
          else if (kind === 'take back' && typed > 0) takeBack(1);
          else if (kind === 'touch') saver.changed();
          else if (kind === 'flush') void saver.flush();
          if (kind === 'type') typed += 1;
          else if (kind === 'take back' && typed > 0) typed -= 1;
          await vi.advanceTimersByTimeAsync(ms);
        }
        await vi.advanceTimersByTimeAsync(20_000);
        expect(page.source).toBe(`${'a'.repeat(typed)}x\n`);
        expect(saver.isClean).toBe(true);
        await expectRest({ page, saver });
        saver.stop();
      },
    ),
    { numRuns: process.env.LECTERN_SOAK ? 1000 : 10 },
  );
});

test('whoever has to have everything saved does not wait for a pause', async () => {
  vi.useFakeTimers();
  const { page, saver, press } = openPage('x\n', { answerMs: 40 });
  press(1, 'a');
  await vi.advanceTimersByTimeAsync(820);
  // While the first request is on its way.
  press(1, 'b');
  const saved = saver.flush();
  await vi.advanceTimersByTimeAsync(80);
  await saved;
  expect(page.source).toBe('bax\n');
  expect(saver.isClean).toBe(true);
  expect(page.requests).toHaveLength(2);
  saver.stop();
});

test('a change during a save that leaves nothing to send ends in “Saved”', async () => {
  vi.useFakeTimers();
  const { saver, press } = openPage('x\n', { answerMs: 40 });
  press(1, 'a');
  await vi.advanceTimersByTimeAsync(820);
  // While the request is on its way: what changes the page without a difference, such as text that is taken back.
  saver.changed();
  await vi.advanceTimersByTimeAsync(2000);
  expect(saver.state).toEqual({ kind: 'saved' });
  saver.stop();
});
