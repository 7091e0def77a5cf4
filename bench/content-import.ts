/**
 * Measures imports of content: an archive of 1,000 pages, and a crawl of 100 pages, each from the request to its
 * answer, beside what fetching the same pages takes in the same run.
 */
import { request } from '../test/process/service-process.ts';
import { startWebServer } from '../test/web-server.ts';
import { zipOf } from '../test/zip.ts';
import { documentationFiles } from './documentation.ts';
import { addSpace, TOKEN, withService } from './service.ts';

const ARCHIVED = 1000;
const CRAWLED = 100;
const RUNS = 3;

const pageOf = (number: number): string =>
  `<title>Page ${number}</title><nav>${'<a href="/elsewhere">Elsewhere</a>'.repeat(100)}</nav><main><h1>Page ${number}</h1>${'<h2>Part</h2><p>Some <b>words</b> with a <a href="./1">link</a>.</p><pre><code class="language-js">call();</code></pre>'.repeat(20)}</main>`;

export async function run(): Promise<void> {
  const links = Array.from({ length: CRAWLED }, (_, n) => `<a href="${n + 1}">${n + 1}</a>`).join(' ');
  const web = await startWebServer({
    '/docs/': `<main><h1>Home</h1><p>${links}</p></main>`,
    ...Object.fromEntries(Array.from({ length: CRAWLED }, (_, n) => [`/docs/${n + 1}`, pageOf(n + 1)])),
    '/docs.zip': {
      type: 'application/zip',
      body: await zipOf(documentationFiles(ARCHIVED, 'first') as Record<string, string | Buffer>),
    },
  });
  try {
    await withService(async (service) => {
      const importFrom = async (body: object): Promise<number> => {
        const spaceId = await addSpace(service, 'Imported');
        const startedAt = performance.now();
        const path = `/v1/spaces/${spaceId}/content/import`;
        const response = await request(service, TOKEN, path, { method: 'POST', body });
        if (response.status !== 201) throw new Error(`The import failed: ${JSON.stringify(response.body)}`);
        return (performance.now() - startedAt) / 1000;
      };
      for (let turn = 1; turn <= RUNS; turn += 1) {
        const archive = await importFrom({ url: web.url('/docs.zip'), source: 'zip' });
        const crawl = await importFrom({ url: web.url('/docs/'), source: 'website', maxPages: CRAWLED });
        const fetched = await fetchPages(web.origin);
        console.log(
          `archive of ${ARCHIVED} pages: ${archive.toFixed(2)} s (${Math.round(ARCHIVED / archive)} pages/s); ` +
            `crawl of ${CRAWLED} pages: ${crawl.toFixed(2)} s (${(CRAWLED / crawl).toFixed(1)} pages/s), ` +
            `${(crawl / fetched).toFixed(2)} times as long as fetching them at its pace (${fetched.toFixed(2)} s)`,
        );
      }
    });
  } finally {
    await web.close();
  }
}

/** At most ten requests in a second, as a crawl makes them. */
async function fetchPages(origin: string): Promise<number> {
  const startedAt = performance.now();
  for (let page = 1; page <= CRAWLED; page += 1) {
    await (await fetch(`${origin}/docs/${page}`)).text();
    const rest = startedAt + page * 100 - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
  return (performance.now() - startedAt) / 1000;
}
