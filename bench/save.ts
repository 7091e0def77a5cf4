/** A save of one changed word in pages of several sizes: by splice, by blocks, by document and by Markdown. */
import type { RunningService } from '../test/process/service-process.ts';
import { addSpace, median, processorTime, TOKEN, waitForQuiet, withService } from './service.ts';

const SIZES = [50, 500, 5000];
const WARM_UP = 40;
const SAVES = 200;
/** Saves of large documents take long; their figures are steady. */
const SAVES_OF_LARGE = 40;

const WAYS = ['splice', 'blocks', 'document', 'markdown'] as const;
type Way = (typeof WAYS)[number];

interface Node {
  type?: string;
  key?: string;
  nodes?: Node[];
  leaves?: { text: string }[];
}

interface Saved {
  changes: { keys?: Record<string, string> }[];
  revision: string;
}

/** The page that is saved, as the client knows it. */
interface OpenPage {
  spaceId: string;
  pageId: string;
  revision: string;
  markdown: string;
  nodes: Node[];
  /** The paragraphs at the top of the page. */
  paragraphs: Node[];
}

/** `parameters`: the ways to save and the sizes to run; all if none is named. */
export async function run(parameters: readonly string[] = []): Promise<void> {
  const ways = WAYS.filter((way) => parameters.every((one) => /\d/.test(one)) || parameters.includes(way));
  const sizes = SIZES.filter(
    (size) => parameters.every((one) => !/\d/.test(one)) || parameters.includes(String(size)),
  );
  await withService(async (service) => {
    await waitForQuiet(service);
    for (const size of sizes)
      for (const way of ways) {
        const page = await openPage(service, size);
        const count = size > 500 ? SAVES_OF_LARGE : SAVES;
        for (let n = 0; n < Math.min(WARM_UP, count); n += 1) await save(service, page, way, n);
        const usedBefore = processorTime(service.pid);
        const saves: SaveCost[] = [];
        for (let n = 0; n < count; n += 1) saves.push(await save(service, page, way, n + WARM_UP));
        const used = (processorTime(service.pid) - usedBefore) / count;
        console.log(
          `${size} blocks (${page.markdown.length} characters), by ${way}: ${used.toFixed(1)} ms of the service's processor time, ` +
            `median ${median(saves.map(({ ms }) => ms)).toFixed(1)} ms, ` +
            `${median(saves.map(({ sent }) => sent))} bytes sent, ${median(saves.map(({ received }) => received))} received`,
        );
      }
  });
}

interface SaveCost {
  ms: number;
  sent: number;
  received: number;
}

async function save(service: RunningService, page: OpenPage, way: Way, n: number): Promise<SaveCost> {
  const node = page.paragraphs[(n * 7919) % page.paragraphs.length] as Node;
  const leaf = node.nodes?.[0]?.leaves?.[0] as { text: string };
  const before = leaf.text;
  leaf.text = `word${n} ${before.slice(before.indexOf(' ') + 1)}`;
  page.markdown = page.markdown.replace(before, leaf.text);
  const change = { operation: 'update_page', page: page.pageId, ...contentOf(way, page, { node, before }) };
  const body = JSON.stringify({ changes: [change] });
  const startedAt = performance.now();
  const response = await fetch(`${service.url}/v1/spaces/${page.spaceId}/content`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/json',
      'if-match': `"${page.revision}"`,
    },
    body,
  });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  if (response.status !== 200) throw new Error(`${way}: ${response.status} ${text}`);
  const saved = JSON.parse(text) as Saved;
  page.revision = saved.revision;
  const keys = new Map(Object.entries(saved.changes[0]?.keys ?? {}));
  for (const one of page.paragraphs) if (one.key !== undefined) one.key = keys.get(one.key) ?? one.key;
  return { ms, sent: Buffer.byteLength(body), received: Buffer.byteLength(text) };
}

function contentOf(
  way: Way,
  { nodes, markdown }: OpenPage,
  { node, before }: { node: Node; before: string },
): object {
  const { key } = node;
  switch (way) {
    case 'splice': {
      const insert = node.nodes?.[0]?.leaves?.[0]?.text.split(' ', 1)[0];
      return { text: [{ at: { key }, offset: 0, remove: before.indexOf(' '), insert }] };
    }
    case 'blocks':
      return { blocks: [{ operation: 'replace', at: { key }, nodes: [node] }] };
    case 'document':
      return { document: { document: { object: 'document', nodes } } };
    case 'markdown':
      return { document: { markdown } };
  }
}

async function openPage(service: RunningService, size: number): Promise<OpenPage> {
  const spaceId = await addSpace(service, `${size} blocks`);
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const content = `${service.url}/v1/spaces/${spaceId}/content`;
  const changes = [{ operation: 'insert_page', title: 'Page', document: { markdown: sourceOf(size) } }];
  const created = await fetch(content, { method: 'POST', headers, body: JSON.stringify({ changes }) });
  const { revision, changes: made } = (await created.json()) as {
    revision: string;
    changes: { page: { id: string } }[];
  };
  const pageId = made[0]?.page.id as string;
  const read = async <T>(query: string): Promise<T> =>
    (await (await fetch(`${content}/page/${pageId}${query}`, { headers })).json()) as T;
  const { markdown } = await read<{ markdown: string }>('?format=markdown');
  const { document } = await read<{ document: { nodes: Node[] } }>('');
  const paragraphs = document.nodes.filter(({ type }) => type === 'paragraph');
  return { spaceId, pageId, revision, markdown, nodes: document.nodes, paragraphs };
}

/** The blocks of ten of a page: mostly prose, as in documentation. */
export const sourceOf = (size: number): string =>
  `# Page\n\n${Array.from({ length: size }, (_, n) => blockOf(n)).join('\n\n')}\n`;

function blockOf(n: number): string {
  const words = `paragraph ${n} tells how the part works and where it is set`;
  switch (n % 10) {
    case 0:
      return `## Section ${n}`;
    case 3:
      return `* first item of ${n}\n* second item with \`code\`\n* third item`;
    case 6:
      return `\`\`\`sh\nrun --part ${n}\n\`\`\``;
    case 8:
      return n % 20 === 8
        ? `{% hint style="info" %}\nMind the ${words}.\n{% endhint %}`
        : `| Name | Value |\n| --- | --- |\n| part ${n} | on |`;
    default:
      return `Begin${n} the ${words}, with *some* stress.`;
  }
}
