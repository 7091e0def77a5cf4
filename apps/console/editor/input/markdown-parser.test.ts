import { expect, test, vi } from 'vitest';

const parse = vi.hoisted(() => vi.fn(() => []));
vi.mock('./markdown-blocks.ts', () => ({ blocksOfMarkdown: parse, markdownOf: vi.fn() }));

/** What waits until the browser is idle. */
const waiting = vi.hoisted((): (() => void)[] => {
  const runs: (() => void)[] = [];
  Object.assign(globalThis, { window: { requestIdleCallback: null } });
  Object.assign(globalThis, { requestIdleCallback: (run: () => void) => runs.push(run) });
  return runs;
});

test('the parser has read a text before anybody pastes one, however often the page gets the focus', async () => {
  const { loadedParser, prepareParser } = await import('./markdown-parser.ts');
  prepareParser();
  prepareParser();
  expect(waiting).toHaveLength(1);
  waiting.pop()?.();
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  expect(loadedParser()).toBeDefined();
  expect(parse).not.toHaveBeenCalled();
  waiting.pop()?.();
  prepareParser();
  expect(waiting).toHaveLength(0);
  expect(parse).toHaveBeenCalledOnce();
});
