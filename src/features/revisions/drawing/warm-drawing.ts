import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { drawPiecesTask } from '../render-tasks.ts';

/** What documentation shows most, and enough of it that the rules are compiled that most lines need. */
const SAMPLES: readonly (readonly [syntax: string, text: string])[] = [
  [
    'bash',
    '# Install\nexport KEY="value"\ncurl -X POST "$URL/v1" -d \'{"a": 1}\' | jq . && npm install package',
  ],
  ['json', '{ "name": "text", "list": [1, true, null] }'],
  ['yaml', '# Settings\nname: "text"\nlist:\n  - one: 1\n    two: true'],
  [
    'javascript',
    "// Call it\nimport { call } from 'package';\nconst answer = await call({ name: `text`, count: 1 });\nif (!answer.ok) throw new Error('It failed.');",
  ],
];

/** Requests of the first seconds come first. */
const WAIT_MS = 3000;
const DEADLINE_MS = 20_000;

/**
 * Draws some code in a thread a moment after the start, so that the first page with code does not wait for the grammars.
 * Returns what ends it.
 */
export function startWarmDrawing(
  { threads, log }: Pick<Context, 'threads' | 'log'>,
  waitMs = WAIT_MS,
): () => Promise<void> {
  const stop = new AbortController();
  const warm = async (): Promise<void> => {
    await sleep(waitMs, undefined, { signal: stop.signal, ref: false });
    // One after the other: a request that comes meanwhile waits for one of them at most.
    for (const [syntax, text] of SAMPLES) {
      const wanted = { code: [{ syntax, text }], math: [], icons: [] };
      await threads.run(drawPiecesTask, wanted, {
        lane: 'request',
        deadlineMs: DEADLINE_MS,
        signal: stop.signal,
      });
    }
  };
  const warmed = warm().catch((error: unknown) => {
    if (!stop.signal.aborted) log.warn({ err: error }, 'The grammars of code could not be loaded ahead.');
  });
  return async () => {
    stop.abort();
    await warmed;
  };
}
