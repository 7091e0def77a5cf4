/**
 * Counts what pages of the OpenAPI specs of the corpora show, beside the reference of Scalar: operations, and the names
 * of their parameters, responses and fields, each with the path to it. Scalar’s is installed from the package registry
 * into a scratch folder outside the repository, which `LECTERN_BENCH_FOLDER` names. Everything in it is opened, seven
 * levels deep. Parameters: the names of specs; all of them without.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processSpec } from '@lectern/openapi/process-spec';
import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { SpecReference, WantedContent } from '@lectern/openapi/reference/operation-reference';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { renderDocument } from '@lectern/render/render-document';
import { listParts, namePart } from '@lectern/render/spec-parts';
import type { Page } from 'playwright-core';
import { listComputedPages } from '../apps/server/domains/specs/pages/list-computed-pages.ts';
import { launchChromium } from '../test/browser/chromium.ts';
import { installInto } from './published/generators.ts';
import {
  LIST_SCALAR,
  openScalar,
  READ_LECTERN,
  readScalar,
  type ShownOperation,
} from './reference/read-fields.ts';

const CORPUS = new URL('../../shared/corpora/openapi/', import.meta.url);
const SCALAR = { '@scalar/api-reference': '1.46.4' };
const OPTIONS = {
  defaultOpenAllTags: true,
  expandAllResponses: true,
  expandAllModelSections: true,
  hideTestRequestButton: true,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
};
const LEVELS = 7;
const LISTED = 10;

export async function run(names: readonly string[]): Promise<void> {
  const folder = join(
    process.env.LECTERN_BENCH_FOLDER ?? join(tmpdir(), 'lectern-bench-published'),
    'scalar',
  );
  installInto(folder, SCALAR);
  const script = readFileSync(join(folder, 'node_modules/@scalar/api-reference/dist/browser/standalone.js'));
  const browser = await launchChromium();
  try {
    for (const name of names.length > 0 ? names : readdirSync(CORPUS).sort()) {
      const text = readFileSync(new URL(name, CORPUS), 'utf8');
      const page = await browser.newPage({ viewport: { width: 1400, height: 1200 } });
      const own = await readOwn(page, text);
      const scalar = await readReference(page, text, script);
      await page.close();
      compare(name, own, scalar);
    }
  } finally {
    await browser.close();
  }
}

async function readOwn(page: Page, text: string): Promise<ShownOperation[]> {
  const outcome = processSpec({
    files: [{ url: 'https://api.example/openapi', bytes: Buffer.from(text) }],
    mayRefer: false,
    unreadable: [],
  });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  const spec = readStoredSpec(outcome.filesystem);
  const listing = { spec: 'spec', isByOperation: false, hasModels: false, hasChangelog: false };
  const blocks = listComputedPages(listing, outcome.outline, []).flatMap(({ parts }) => parts?.blocks ?? []);
  const parts = new Map<string, SpecReference>();
  for (const part of listParts(blocks)) {
    const described = describeSpec(spec, part.reference as WantedContent);
    if (described) parts.set(namePart(part), described);
  }
  const references = { find: () => undefined, findPicture: () => undefined };
  await page.setContent(String(renderDocument({ nodes: blocks }, { references, parts }).html));
  return (await page.evaluate(READ_LECTERN)) as ShownOperation[];
}

async function readReference(page: Page, text: string, script: Buffer): Promise<ShownOperation[]> {
  const server = createServer(({ url }, response) => {
    if (url === '/script.js') response.setHeader('content-type', 'text/javascript').end(script);
    else if (url === '/spec') response.end(text);
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(HTML);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(`${LIST_SCALAR}.length > 0`, undefined, { timeout: 60_000 });
    const shown: ShownOperation[] = [];
    const seen = new Set<string>();
    // Sections are filled as they come near the window.
    for (let ids = await list(page); ids.some((id) => !seen.has(id)); ids = await list(page))
      for (const id of ids.filter((one) => !seen.has(one))) {
        seen.add(id);
        for (let level = 0; level < LEVELS; level += 1) {
          const opened = await page.evaluate(openScalar(id));
          await page.waitForTimeout(level === 0 ? 250 : 60);
          if (opened === 0 && level > 0) break;
        }
        shown.push((await page.evaluate(readScalar(id))) as ShownOperation);
      }
    return shown;
  } finally {
    server.close();
  }
}

const list = (page: Page): Promise<string[]> => page.evaluate(LIST_SCALAR);

const HTML = `<!doctype html><meta charset="utf-8"><title>Reference</title><div id="app"></div>
<script src="/script.js"></script><script>
fetch('/spec').then((answer) => answer.text()).then((content) =>
  Scalar.createApiReference('#app', { content, ...${JSON.stringify(OPTIONS)} }));
</script>`;

/** Scalar writes the name of a webhook like a path, and in lower case. */
const keyOf = ({ name }: ShownOperation): string => name.replace(/^(\w+) \/?/, '$1 /').toLowerCase();

function compare(name: string, own: readonly ShownOperation[], scalar: readonly ShownOperation[]): void {
  const ofOwn = new Map(own.map((one) => [keyOf(one), one]));
  const ofScalar = new Map(scalar.map((one) => [keyOf(one), one]));
  const onlyScalar: string[] = [...ofScalar.keys()].filter((key) => !ofOwn.has(key));
  const onlyOwn: string[] = [...ofOwn.keys()].filter((key) => !ofScalar.has(key));
  const both = [...ofOwn.keys()].filter((key) => ofScalar.has(key)).length;
  const counts = { fields: 0, folded: 0 };
  for (const [key, { fields, folded }] of ofOwn) {
    const there = new Set(ofScalar.get(key)?.fields ?? []);
    const here = new Set(fields);
    const isFolded = (field: string): boolean => folded.some((one) => field.startsWith(`${one} > `));
    for (const field of here) {
      if (there.has(field)) counts.fields += 1;
      else onlyOwn.push(`${key}: ${field}`);
    }
    for (const field of there) {
      if (here.has(field)) continue;
      if (isFolded(field)) counts.folded += 1;
      else onlyScalar.push(`${key}: ${field}`);
    }
  }
  console.log(
    `${name}: ${both} operations and ${counts.fields} names in both; Scalar's alone: ${onlyScalar.length}, and ${counts.folded} where Lectern says that they are shown above; Lectern's alone: ${onlyOwn.length}`,
  );
  for (const [whose, only] of [
    ['Scalar', onlyScalar],
    ['Lectern', onlyOwn],
  ] as const)
    for (const one of only.slice(0, LISTED)) console.log(`  ${whose} alone: ${one}`);
}
