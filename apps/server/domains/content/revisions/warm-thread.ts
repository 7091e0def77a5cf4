import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import type { RunOptions } from '../../../platform/threads/threads.ts';
import { drawPiecesTask, listTargetsTask, readHtml } from './document-tasks.ts';

/** The most frequent languages in documentation, with enough code to compile the rules that most lines need. */
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

const SECTION = `
## A section

A paragraph with **strong** text, *emphasis*, \`code\`, [a link](other.md#part) and <https://example.com>.

| Name | What it is |
| --- | --- |
| \`one\` | The first, see [another](other.md). |
| \`two\` | The second. |

{% hint style="info" %}
A hint with a list:

* an item
* another one
{% endhint %}

1. first
2. second

\`\`\`json
{ "name": "text" }
\`\`\`
`;
/** A long page, because the engine compiles only code that runs often. */
const PAGE = Buffer.from(`# A page\n${SECTION.repeat(120)}`);

const DEADLINE_MS = 20_000;

/**
 * Draws some code and renders a page in a thread a moment after the start, so that the first long page that somebody
 * reads waits neither for grammars nor for the compiler. Returns a function that stops this.
 *
 * @param waitMs The delay, so that the first requests are not slowed down.
 */
export function startWarmThread(
  { threads, log }: Pick<Context, 'threads' | 'log'>,
  waitMs: number,
): () => Promise<void> {
  const stop = new AbortController();
  const options: RunOptions = { lane: 'request', deadlineMs: DEADLINE_MS, signal: stop.signal };
  const warm = async (): Promise<void> => {
    await sleep(waitMs, undefined, { signal: stop.signal, ref: false });
    // The tasks run one after the other, so that a request waits for at most one of them.
    for (const [syntax, text] of SAMPLES)
      await threads.run(drawPiecesTask, { code: [{ syntax, text }], math: [], icons: [] }, options);
    await threads.run(listTargetsTask, PAGE, options);
    const input = {
      document: { content: { source: PAGE }, path: undefined, targets: new Map() },
      reusables: undefined,
      outcomes: undefined,
      isForVisitor: false,
      known: { destinations: new Map(), pictures: new Map() },
      stored: [],
    };
    await threads.run(readHtml.task, { input, options: { parts: undefined } }, options);
  };
  const warmed = warm().catch((error: unknown) => {
    if (!stop.signal.aborted) log.warn({ err: error }, 'A thread could not be prepared for requests.');
  });
  return async () => {
    stop.abort();
    await warmed;
  };
}
