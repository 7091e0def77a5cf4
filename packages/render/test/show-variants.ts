/** Shows all of a spec as readers and programs see it, and compares that with what has to be there. */
import type { Block } from '@lectern/markdown/document';
import { processSpec } from '@lectern/openapi/process-spec';
import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import { writeReference } from '@lectern/openapi/reference/write-reference';
import type { Json } from '@lectern/openapi/resolve';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import { describe, expect, test } from 'vitest';
import { renderDocument } from '../src/render-document.ts';
import { namePart } from '../src/spec-parts.ts';

const references = { find: () => undefined, findPicture: () => undefined };

export interface Pages {
  /** The texts of all operations as pages, without their examples and samples. */
  html: string;
  /** The same as Markdown. */
  markdown: string;
  introduction: string;
  /** Everything, with examples and samples. */
  whole: string;
  wholePage: string;
  wholeMarkdown: string;
  outline: string;
}

/** `others`: further files, by their names. */
export function showSpec(spec: Json, others: Record<string, unknown> = {}): Pages {
  const fileOf = (name: string, value: unknown) => ({
    url: `https://example.com/${name}`,
    bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
  });
  const files = Object.entries(others).map(([name, value]) => fileOf(name, value));
  const outcome = processSpec({
    files: [fileOf('openapi.json', spec), ...files],
    mayRefer: files.length > 0,
    unreadable: [],
  });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  const { outline } = outcome;
  const stored = readStoredSpec(outcome.filesystem);
  const pages: Pages = {
    html: '',
    markdown: '',
    introduction: outline.introduction ?? '',
    whole: '',
    wholePage: '',
    wholeMarkdown: '',
    outline: JSON.stringify(outline),
  };
  const wanted: WantedContent[] = [
    ...outline.operations.map(({ method, path }) => ({ kind: 'operation' as const, method, path })),
    ...outline.webhooks.map(({ method, name }) => ({ kind: 'webhook' as const, method, path: name })),
  ];
  for (const reference of wanted) {
    const described = describeSpec(stored, reference);
    if (!described) throw new Error(`${JSON.stringify(reference)} is not described.`);
    const data = {
      ref: { kind: 'openapi', spec: 'a' },
      method: reference.kind === 'schemas' ? '' : reference.method,
    };
    const place = reference.kind === 'schemas' ? '' : reference.path;
    const block = (reference.kind === 'webhook'
      ? { object: 'block', type: 'openapi-webhook', isVoid: true, data: { ...data, name: place } }
      : {
          object: 'block',
          type: 'openapi-operation',
          isVoid: true,
          data: { ...data, path: place },
        }) as unknown as Block;
    const parts = new Map([[namePart({ source: { slug: 'a' }, reference }), described]]);
    const html = String(renderDocument({ nodes: [block] }, { references, parts }).html);
    pages.whole += `${html}${writeReference(described)}`;
    pages.wholePage += ` ${textOf(html)}`;
    pages.wholeMarkdown += ` ${writeReference(described)}`;
    pages.html += ` ${textOf(html.replace(/<div class="api-examples">.*<\/div>(?=<\/div><\/section>)/gs, ''))}`;
    pages.markdown += ` ${plainOf(writeReference(described).replace(/^(`{3,})[^`]*^\1$/gms, ''))}`;
  }
  return pages;
}

const textOf = (html: string): string =>
  html
    // What only breaks an address into lines.
    .replace(/<wbr>|<span class="api-server">|<\/span>(?=<wbr>)/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

const plainOf = (markdown: string): string => markdown.replace(/[`*\\]/g, '').replace(/\s+/g, ' ');

export const specOf = (operation: Json, components: Json = {}, others: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/things': { post: { responses: {}, ...operation } } },
  components,
  ...others,
});
export const query = (parameter: Json): Json => ({ parameters: [{ name: 'p', in: 'query', ...parameter }] });
export const body = (schema: Json): Json => ({
  requestBody: { content: { 'application/json': { schema } } },
});
export const header = (value: Json): Json => ({
  responses: { 200: { description: '', headers: { 'X-H': value } } },
});
export const text = { type: 'string' };

export interface Variant {
  spec: Json;
  files?: Record<string, unknown>;
  has: (string | RegExp)[];
  lacks?: (string | RegExp)[];
  /** What the samples and the page have of the address that is called. */
  calls?: string;
}

function check({ spec, files, has, lacks = [], calls }: Variant): void {
  const { html, markdown, whole } = showSpec(spec, files);
  if (calls !== undefined) expect(whole.replace(/<[^>]*>/g, '').split(calls).length).toBeGreaterThan(2);
  for (const page of [html, markdown]) {
    for (const one of has)
      if (typeof one === 'string') expect(page).toContain(one);
      else expect(page).toMatch(one);
    for (const one of lacks)
      if (typeof one === 'string') expect(page).not.toContain(one);
      else expect(page).not.toMatch(one);
  }
}

export function each(name: string, variants: Record<string, Variant>): void {
  describe(name, () => {
    test.each(Object.entries(variants))('%s', (_name, variant) => check(variant));
  });
}
