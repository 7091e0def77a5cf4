/** Clicks with which a writer puts the caret into a text: no control may lie over it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writePage } from '../hand-written-blocks.ts';
import { createRandom } from '../random.ts';
import { findCoveredWords } from './in-page.mjs';
import { type ServedConsole, serveConsole, type Writer } from './served-console.ts';

let served: ServedConsole;
let writer: Writer;

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

beforeAll(async () => {
  served = await serveConsole();
  writer = await served.openWriter();
});
afterAll(async () => {
  await writer?.close();
  await served?.close();
});

const LINE = 'some words of a line that is long enough for two lines';

/** Each word that was drawn becomes a line that is as wide as its block. */
const widen = (source: string): string => source.replace(/\bw\d+\b(?=[ .\n])/g, `$& ${LINE}`);

const random = createRandom(5);
const CONTAINERS = ['hint', 'alert', 'tabs', 'steps', 'columns', 'details', 'quote', 'figure', 'embed'];
const TABLES = [
  'aligned table',
  'HTML table in lines',
  'code with a title',
  'code',
  'dashes',
  'unknown tags',
];

const PAGES: Record<string, string> = {
  containers: widen(writePage(CONTAINERS, random)),
  tables: widen(writePage(TABLES, random)),
  'updates and cards': `${LINE} ${LINE}

{% updates format="full" %}
{% update date="2026-04-29" tags="new" %}
${LINE} ${LINE}

## ${LINE}
{% endupdate %}
{% update date="2026-04-28" %}
## ${LINE} ${LINE}
{% endupdate %}
{% update %}
${LINE} ${LINE}
{% endupdate %}
{% endupdates %}

${LINE} ${LINE}

<table data-view="cards"><thead><tr><th></th><th></th></tr></thead><tbody><tr><td>${LINE}</td><td>${LINE}</td></tr><tr><td>${LINE}</td><td>b</td></tr><tr><td>${LINE}</td><td>b</td></tr><tr><td>${LINE}</td><td>b</td></tr></tbody></table>

${LINE} ${LINE}

{% hint style="info" %}
## ${LINE} ${LINE}

${LINE}
{% endhint %}

{% if visitor.claims.unsigned.a %}
${LINE} ${LINE}
{% endif %}`,
};

test.each([1280, 400].flatMap((width) => Object.keys(PAGES).map((name) => [name, width] as const)))(
  'a click on a word of %s at %i px reaches its text',
  async (name, width) => {
    const pageId = await served.addPage(PAGES[name] as string);
    await writer.open(pageId);
    await writer.page.setViewportSize({ width, height: 800 });
    const { blocks, covered } = await writer.content.evaluate(findCoveredWords);
    expect(blocks).toBeGreaterThan(8);
    expect(covered).toEqual([]);
  },
);
