import type { Client } from '@lectern/client/client';
import { type BlockText, listTexts, MASK, type Part } from './list-texts.ts';
import { changesOnly, listUrls, locateMatches } from './locate-matches.ts';
import type { Match, MatchTexts } from './match-texts.ts';
import type { DocumentPage, OpenContent } from './space-content.ts';

/** One place of a page or reusable content that is changed. */
export interface Replacement {
  /** In the source, from 1. Undefined for a title, and for a reusable content. */
  line: number | undefined;
  /** What is changed if it is not text of the page. */
  field: 'title' | 'description' | 'link' | undefined;
  before: string;
  removed: string;
  inserted: string;
  after: string;
}

interface TextSplice {
  at: { key: string };
  offset: number;
  remove: number;
  insert: string;
}

/** What replaces texts in a page or reusable content. */
export interface TargetChanges {
  kind: 'page' | 'reusable content';
  id: string;
  title: string;
  path: string | undefined;
  replacements: Replacement[];
  splices: TextSplice[];
  fields: { title?: string; description?: string };
  /** The whole source, in which only what is replaced differs. */
  markdown: string | undefined;
}

export interface Search {
  match: MatchTexts;
  parts: ReadonlySet<Part>;
  includesTitles: boolean;
}

const CONTEXT = 40;

/** Finds what is changed in a page; undefined if nothing is. */
export async function searchPage(
  client: Client,
  { spaceId, revisionId }: OpenContent,
  page: DocumentPage,
  search: Search,
): Promise<TargetChanges | undefined> {
  const path = { spaceId, revisionId, pageId: page.id };
  const read = (query: { format?: 'markdown'; ranges?: boolean }) =>
    client.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
      path,
      query: { ...query, metadata: false },
    }) as Promise<{ markdown?: string; document?: { nodes: unknown[] } }>;
  const { document } = await read({ ranges: true });
  const nodes = document?.nodes ?? [];
  const texts = listTexts(nodes, search.parts);
  const urls = search.parts.has('links') ? [...new Set(listUrls(nodes))] : [];
  const titles = search.includesTitles ? [page.title, page.description ?? ''] : [];
  const found = search.match([...texts.map(({ masked }) => masked), ...urls, ...titles]);
  if (found.every((matches) => matches.length === 0)) return undefined;

  const { markdown = '' } = await read({ format: 'markdown' });
  const target: TargetChanges = {
    kind: 'page',
    id: page.id,
    title: page.title,
    path: page.path,
    replacements: [],
    splices: [],
    fields: {},
    markdown: undefined,
  };
  titles.forEach((text, position) => {
    const field = position === 0 ? 'title' : 'description';
    const matches = found[texts.length + urls.length + position] ?? [];
    if (matches.length === 0) return;
    target.fields[field] = replaceIn(text, matches);
    for (const match of matches) target.replacements.push(describe(text, match, { field, line: undefined }));
  });
  const edits = addTextChanges(target, texts, found, markdown);
  const changed = new Map<string, Match[]>();
  urls.forEach((url, position) => {
    const matches = found[texts.length + position] ?? [];
    if (matches.length > 0) changed.set(url, matches);
  });
  if (changed.size > 0) edits.push(...replaceLinks(target, markdown, changed, listCodeRanges(nodes)));
  if (edits.length > 0) target.markdown = replaceIn(markdown, withoutOverlaps(edits));
  return target.replacements.length > 0 ? target : undefined;
}

export async function searchReusableContent(
  client: Client,
  { spaceId, revisionId }: OpenContent,
  { id, title }: { id: string; title: string },
  search: Search,
): Promise<TargetChanges | undefined> {
  const { nodes } = await client.get(
    '/v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
    { path: { spaceId, revisionId, reusableContentId: id }, query: { schema: 'current' } },
  );
  const target: TargetChanges = {
    kind: 'reusable content',
    id,
    title,
    path: undefined,
    replacements: [],
    splices: [],
    fields: {},
    markdown: undefined,
  };
  const texts = listTexts(nodes, search.parts);
  const found = search.match([
    ...texts.map(({ masked }) => masked),
    ...(search.includesTitles ? [title] : []),
  ]);
  const inTitle = found[texts.length] ?? [];
  if (inTitle.length > 0) target.fields.title = replaceIn(title, inTitle);
  for (const match of inTitle)
    target.replacements.push(describe(title, match, { field: 'title', line: undefined }));
  addTextChanges(target, texts, found, undefined);
  return target.replacements.length > 0 ? target : undefined;
}

/** Adds what is changed in blocks: in the source, where it is known how a text is written, or else by the keys. */
function addTextChanges(
  target: TargetChanges,
  texts: readonly BlockText[],
  found: readonly Match[][],
  source: string | undefined,
): Match[] {
  const changed = texts.flatMap((block, position) => {
    const { text, masked } = block;
    const matches = (found[position] ?? []).filter(
      ({ start, end, replacement }) =>
        !masked.slice(start, end).includes(MASK) && text.slice(start, end) !== replacement,
    );
    if (matches.length === 0) return [];
    const located = source === undefined ? undefined : locateMatches(source, block, matches);
    return [{ block, matches, located }];
  });
  const edits = changed.flatMap(({ located = [] }) => located).sort((one, other) => one.start - other.start);
  const expected = new Map(
    changed.flatMap(({ block: { text }, matches, located }) =>
      located ? [[text, replaceIn(text, matches)] as const] : [],
    ),
  );
  const count = changed.filter(({ located }) => located).length;
  const isExact =
    source !== undefined && count > 0 && changesOnly(source, replaceIn(source, edits), expected, count);
  const lineAt = source === undefined ? undefined : createLineCounter(source);
  for (const { block, matches, located } of changed) {
    const { key, text, range } = block;
    const isInSource = located !== undefined && isExact;
    if (!isInSource && key === undefined) continue;
    matches.forEach((match, n) => {
      const at = located?.[n]?.start ?? range?.[0];
      const line = at === undefined ? undefined : lineAt?.(at);
      target.replacements.push(describe(text, match, { field: undefined, line }));
    });
    if (isInSource || key === undefined) continue;
    // From the last to the first: each offset is one of the text before.
    for (const { start, end, replacement } of matches.toReversed())
      target.splices.push({ at: { key }, offset: start, remove: end - start, insert: replacement });
  }
  return isExact ? edits : [];
}

/** Changes addresses in the source, where they are the target of a link, an image, a definition or an attribute. */
function replaceLinks(
  target: TargetChanges,
  source: string,
  changed: ReadonlyMap<string, Match[]>,
  code: readonly [number, number][],
): Match[] {
  const lineAt = createLineCounter(source);
  const edits: Match[] = [];
  for (const [url, matches] of changed)
    for (let at = source.indexOf(url); at >= 0; at = source.indexOf(url, at + url.length)) {
      const isInCode = code.some(([start, end]) => at >= start && at < end);
      const before = source[at - 1] ?? ' ';
      const after = source[at + url.length] ?? ' ';
      if (isInCode || !/[\s(<"'=[:]/.test(before) || !/[\s)>"'\]]/.test(after)) continue;
      for (const match of matches) {
        edits.push({ ...match, start: at + match.start, end: at + match.end });
        target.replacements.push(describe(url, match, { field: 'link', line: lineAt(at) }));
      }
    }
  return edits;
}

/** An address that is also the text of its link is found twice. */
function withoutOverlaps(edits: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const edit of [...edits].sort((one, other) => one.start - other.start))
    if (edit.start >= (kept.at(-1)?.end ?? 0)) kept.push(edit);
  return kept;
}

function listCodeRanges(nodes: readonly unknown[]): [number, number][] {
  return (
    nodes as { type?: string; range?: [number, number]; nodes?: unknown[]; fragments?: unknown[] }[]
  ).flatMap(({ type, range, nodes: inner, fragments }) =>
    type === 'code' ? (range ? [range] : []) : listCodeRanges(inner ?? fragments ?? []),
  );
}

function replaceIn(text: string, matches: readonly Match[]): string {
  let written = '';
  let from = 0;
  for (const { start, end, replacement } of matches) {
    written += text.slice(from, start) + replacement;
    from = end;
  }
  return written + text.slice(from);
}

/** With the rest of the line, as far as it fits. */
function describe(
  text: string,
  { start, end, replacement }: Match,
  { line, field }: Pick<Replacement, 'line' | 'field'>,
): Replacement {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const from = Math.max(lineStart, start - CONTEXT);
  const to = Math.min(lineEnd < 0 ? text.length : lineEnd, end + CONTEXT);
  return {
    line,
    field,
    before: `${from > lineStart ? '…' : ''}${text.slice(from, start)}`,
    removed: text.slice(start, end),
    inserted: replacement,
    after: `${text.slice(end, to)}${to < (lineEnd < 0 ? text.length : lineEnd) ? '…' : ''}`,
  };
}

/** Counts lines up to offsets that mostly grow. */
function createLineCounter(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
