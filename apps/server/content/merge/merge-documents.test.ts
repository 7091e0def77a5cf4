import type { DocumentVersions } from '@lectern/content/merge/merge-document';
import { expect, test } from 'vitest';
import { testThreads } from '../../../../test/threads.ts';
import { ThreadLimitError } from '../../platform/threads/thread-limit-error.ts';
import { mergeDocuments } from './merge-documents.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const documentOf = (id: string, base: string, ours: string, theirs: string): DocumentVersions => ({
  id,
  base: bytes(base),
  ours: bytes(ours),
  theirs: bytes(theirs),
});
const textOf = (source: Uint8Array | undefined): string => Buffer.from(source ?? []).toString();

const clean = documentOf('a', 'One.\n\nTwo.\n', 'Uno.\n\nTwo.\n', 'One.\n\nDue.\n');
const contested = documentOf('b', 'One.\n', 'Uno.\n', 'Un.\n');

test('documents are merged in a thread, with the answers to their conflicts', async () => {
  const options = { threads: testThreads(), lane: 'request', documents: [clean, contested] } as const;
  const [first, second] = await mergeDocuments({ ...options, answers: new Map() });
  expect(first).toMatchObject({ conflicts: [] });
  expect(textOf(first?.source)).toBe('Uno.\n\nDue.\n');
  const [conflict] = second?.conflicts ?? [];
  expect(conflict).toMatchObject({ ours: 'Uno.', theirs: 'Un.' });
  const answers = new Map([[conflict?.id ?? '', { choice: 'both' as const }]]);
  const [, answered] = await mergeDocuments({ ...options, answers });
  expect([textOf(answered?.source), answered?.conflicts]).toEqual(['Uno.\n\nUn.\n', []]);
});

test('equal conflicts of two documents are answered separately', async () => {
  const merged = await mergeDocuments({
    threads: testThreads(),
    lane: 'request',
    answers: new Map(),
    documents: [contested, { ...contested, id: 'c' }],
  });
  const ids = merged.map(({ conflicts }) => conflicts[0]?.id);
  expect(new Set(ids).size).toBe(2);
});

test('what is not UTF-8 merges by line and keeps its bytes', async () => {
  const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');
  const base = 'é one\nmiddle\nlast ü\n';
  const [merged] = await mergeDocuments({
    threads: testThreads(),
    lane: 'request',
    answers: new Map(),
    documents: [
      {
        id: 'a',
        base: latin(base),
        ours: latin(base.replace('one', 'two')),
        theirs: latin(base.replace('last', 'end')),
      },
    ],
  });
  expect(Buffer.from(merged?.source ?? []).toString('latin1')).toBe('é two\nmiddle\nend ü\n');
  expect(merged?.conflicts).toEqual([]);
});

test('a document that exceeds the limits of a thread is one conflict, and the others are merged', async () => {
  const threads = {
    run: async (task: { run: (input: never) => unknown }, input: { documents: DocumentVersions[] }) => {
      if (input.documents.some(({ id }) => id === 'b')) throw new ThreadLimitError('time');
      return task.run(input as never);
    },
  } as never;
  const options = { threads, lane: 'request', documents: [contested, clean] } as const;
  const [whole, other] = await mergeDocuments({ ...options, answers: new Map() });
  expect(other?.conflicts).toEqual([]);
  expect(whole?.conflicts).toMatchObject([
    { place: { kind: 'page' }, base: 'One.\n', ours: 'Uno.\n', theirs: 'Un.\n' },
  ]);
  const answers = new Map([[whole?.conflicts[0]?.id ?? '', { choice: 'theirs' as const }]]);
  const [answered] = await mergeDocuments({ ...options, answers });
  expect([textOf(answered?.source), answered?.conflicts]).toEqual(['Un.\n', []]);
});
