/** Every part of a spec is on the pages that are made of it, and in their Markdown. */
import { readdirSync, readFileSync } from 'node:fs';
import { processSpec } from '@lectern/openapi/process-spec';
import { describeSpec } from '@lectern/openapi/reference/describe-spec';
import type { WantedContent } from '@lectern/openapi/reference/operation-reference';
import { writeReference } from '@lectern/openapi/reference/write-reference';
import { readStoredSpec } from '@lectern/openapi/stored-spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findPlace, markSpec } from '../../../../openapi/test/mark-spec.ts';
import { randomSpecs } from '../../../../openapi/test/random-specs.ts';
import { renderDocument } from '../../render-document.ts';
import { namePart } from '../../spec-parts.ts';

type Json = Record<string, unknown>;

const references = { find: () => undefined, findPicture: () => undefined };
const source = { ref: { kind: 'openapi' as const, spec: 'things' } };

const PREFIX = 'wordno';
const { LECTERN_SOAK: soak, LECTERN_SPECS: folder = '' } = process.env;
const RUNS = Number(process.env.LECTERN_SPEC_RUNS ?? (soak ? 60 : 1));

/** The pages of a spec as HTML and as Markdown, and its outline, of which search and lists of pages are made. */
function writePages(spec: Json): { html: string; markdown: string; outline: string } {
  const bytes = Buffer.from(JSON.stringify(spec));
  const file = { url: 'https://example.com/openapi.json', bytes };
  const outcome = processSpec({ files: [file], mayRefer: false, unreadable: [] });
  if (outcome.state !== 'processed') throw new Error(JSON.stringify(outcome));
  const { outline } = outcome;
  const stored = readStoredSpec(outcome.filesystem);
  const wanted: WantedContent[] = [
    ...outline.operations.map(({ method, path }) => ({ kind: 'operation' as const, method, path })),
    ...outline.webhooks.map(({ method, name }) => ({ kind: 'webhook' as const, method, path: name })),
    ...outline.schemas.map((name) => ({ kind: 'schemas' as const, names: [name] })),
  ];
  const shared = [outline.introduction, ...(outline.tags ?? []).map(({ description }) => description)].join(
    '\n',
  );
  const html = [shared];
  const markdown = [shared];
  for (const reference of wanted) {
    const described = describeSpec(stored, reference);
    if (!described) throw new Error(`${JSON.stringify(reference)} is not described.`);
    markdown.push(writeReference(described));
    const parts = new Map([[namePart({ source: { slug: 'things' }, reference }), described]]);
    const data =
      reference.kind === 'schemas'
        ? { type: 'openapi-schemas', data: { ...source, schemas: reference.names, grouped: false } }
        : reference.kind === 'webhook'
          ? { type: 'openapi-webhook', data: { ...source, name: reference.path, method: reference.method } }
          : {
              type: 'openapi-operation',
              data: { ...source, path: reference.path, method: reference.method },
            };
    const block = { object: 'block', isVoid: true, ...data };
    html.push(String(renderDocument({ nodes: [block as never] }, { references, parts }).html));
  }
  return { html: html.join('\n'), markdown: markdown.join('\n'), outline: JSON.stringify(outline) };
}

const wordsOf = (text: string): Set<string> => new Set(text.match(new RegExp(`${PREFIX}\\d+z`, 'g')));

interface Missing {
  count: number;
  /** Whether the pages say that they leave something out. */
  isCut: boolean;
  /** The kinds of parts that are missing, each with the place of the first one. */
  html: Record<string, string>;
  markdown: Record<string, string>;
  /** What is shown of parts that are marked as internal. */
  leaked: string[];
}

/** Names are tokens, of which the generated ones are in no other text. */
const namesIn = (text: string): Set<string> => new Set(text.match(/f\d+q/g));

/** The names of fields on which others depend. */
function listDependencies(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { dependentSchemas, dependentRequired } = value as Json;
  return [
    ...Object.keys({ ...(dependentSchemas as object), ...(dependentRequired as object) }),
    ...Object.values(value).flatMap(listDependencies),
  ];
}

function countMissing(spec: Json): Missing {
  const { marks, names } = markSpec(spec, PREFIX);
  const { html, markdown, outline } = writePages(spec);
  const shown = marks.filter(({ isHidden }) => !isHidden);
  const shownNames = names.filter(({ word, isHidden }) => !isHidden && /^f\d+q$/.test(word));
  const missing = (text: string): Record<string, string> => {
    const [words, known] = [wordsOf(text), namesIn(text)];
    const places: Record<string, string> = {};
    const all = [
      ...shown.filter(({ word }) => !words.has(word)),
      ...shownNames.filter(({ word }) => !known.has(word)),
    ];
    for (const { what, word } of all) places[what] ??= findPlace(spec, word);
    return places;
  };
  const isCut = markdown.includes('*More is not shown here.*');
  const all = `${html}\n${markdown}\n${outline}`;
  const [words, known] = [wordsOf(all), namesIn(all)];
  const open = new Set(names.flatMap(({ word, isHidden }) => (isHidden ? [] : [word])));
  // What depends on a field names it, whether or not the schema describes it.
  for (const word of listDependencies(spec)) open.add(word);
  const leaked = [...marks, ...names].filter(
    ({ word, isHidden }) => isHidden && !open.has(word) && (words.has(word) || known.has(word)),
  );
  return {
    count: marks.length,
    isCut,
    html: missing(html),
    markdown: missing(markdown),
    leaked: leaked.map(({ what, word }) => `${what} at ${findPlace(spec, word)}`),
  };
}

/**
 * Draws specs until one fails. It is told by its seed: whole specs are long, and smaller ones, for which one would
 * have to look long, hardly easier to read.
 */
export const assertDraws = <Drawn extends [unknown, ...unknown[]]>(property: fc.IPropertyWithHooks<Drawn>): void =>
  fc.assert(property, {
    numRuns: RUNS,
    endOnFailure: true,
    reporter({ failed, numRuns, seed, counterexamplePath, errorInstance }) {
      if (!failed) return;
      const message = `The spec ${numRuns} failed: LECTERN_SEED=${seed} LECTERN_PATH=${counterexamplePath}`;
      throw new Error(message, { cause: errorInstance });
    },
  });

const VERSIONS = soak ? (['3.0.3', '3.1.0', '3.2.0'] as const) : (['3.1.0'] as const);


import { listComputedPages } from '/work/wt/h/apps/server/domains/specs/pages/list-computed-pages.ts';
import { listParts } from '../../spec-parts.ts';
import { writeFileSync } from 'node:fs';
test('one', () => {
  const marks = fc.constantFrom('x-internal', 'x-gitbook-ignore');
  const chosen = fc.array(fc.tuple(fc.nat(), marks), { maxLength: 4 });
  fc.assert(fc.property(randomSpecs('3.2.0'), chosen, (spec, hidden) => {
    const { parts } = markSpec(spec, 'early');
    for (const [n, mark] of hidden) (parts[n % parts.length] as Json)[mark] = true;
    writeFileSync('/tmp/h43/spec.json', JSON.stringify(spec, null, 1));
    const found = countMissing(spec);
    writeFileSync('/tmp/h43/marked.json', JSON.stringify(spec, null, 1));
    console.log(hidden, JSON.stringify(found, null, 1));
    // as pages
    const bytes = Buffer.from(JSON.stringify(spec));
    const outcome = processSpec({ files: [{ url: 'https://example.com/openapi.json', bytes }], mayRefer: false, unreadable: [] });
    if (outcome.state !== 'processed') throw new Error('x');
    const stored = readStoredSpec(outcome.filesystem);
    const { marks: m, names } = markSpec(JSON.parse(readFileSync('/tmp/h43/marked.json', 'utf8')), PREFIX);
    const pages = listComputedPages({ spec: 'things', isByOperation: false, hasModels: true, hasChangelog: false }, outcome.outline, []);
    let html = '';
    const visit = (list: any[]): void => { for (const p of list) { if (p.parts) { const ps = new Map(); for (const w of listParts(p.parts.blocks)) { const d = describeSpec(stored, w.reference as any); if (d) ps.set(namePart(w), d); } const h = String(renderDocument({ nodes: p.parts.blocks }, { references, parts: ps }).html); html += h; writeFileSync(`/tmp/h43/page-${p.slug}.html`, h); } visit(p.children); } };
    visit(pages);
    const words = wordsOf(html), known = namesIn(html);
    console.log('as pages', [...m.filter((x) => !x.isHidden && !words.has(x.word)), ...names.filter((x) => !x.isHidden && /^f\d+q$/.test(x.word) && !known.has(x.word))].map((x) => [x.what, x.word, findPlace(spec, x.word)]));
  }), { numRuns: 1, endOnFailure: true });
});
