import { canonicalText } from '../canonical.ts';
import type { AnnotationBody, Block, DocumentNode } from '../document.ts';
import type { ParsedDocument } from '../parse-markdown.ts';
import { createFootnotes, type Footnotes } from '../write/write-blocks.ts';
import type { Edit, Site } from './site.ts';
import { spliceText } from './splice-text.ts';
import type { Hunk, Unit } from './units.ts';

const FOOTNOTE_USE = /\[\^((?:(?!\[\^)[^\]\s])+)\](?!:)|#user-content-fn-([^\s)"'>]+)/g;

const labelsIn = (text: string): string[] =>
  [...text.matchAll(FOOTNOTE_USE)].map((match) => match[1] ?? match[2]!);

/** Returns the labels that only removed blocks use: their definitions are removed or rewritten. */
export function freedLabels(
  source: string,
  parsed: ParsedDocument,
  units: readonly Unit[],
  hunks: readonly Hunk[],
): Set<string> {
  if (parsed.footnotes.length === 0) return new Set();
  const labelsOf = (unit: Unit): string[] => labelsIn(source.slice(unit.start, unit.end));
  const removed = new Set(hunks.flatMap(({ from, to }) => units.slice(from, to)));
  const kept = new Set(units.flatMap((unit) => (removed.has(unit) ? [] : labelsOf(unit))));
  const unused = new Set([...removed].flatMap(labelsOf));
  const defined = new Set(parsed.footnotes.map(({ label }) => label));
  return new Set([...unused].filter((label) => defined.has(label) && !kept.has(label)));
}

/** The definitions that an edited source has no use for any more, as edits that remove them. */
export function removeUnused(source: string, edited: string, { footnotes }: ParsedDocument): Edit[] {
  if (footnotes.length === 0) return [];
  const before = new Set(labelsIn(source));
  const after = new Set(labelsIn(edited));
  return footnotes.flatMap(({ label, start, end }) => {
    if (!before.has(label) || after.has(label)) return [];
    // The blank lines before it go along.
    const blank = start - source.slice(0, start).trimEnd().length;
    return [{ start: blank < start ? start - blank : start, end, text: '' }];
  });
}

/** The footnotes of a source whose text an edit may change. */
export interface KnownFootnotes {
  footnotes: Footnotes;
  /** The new texts of footnotes whose text is another one, by label. */
  changed: ReadonlyMap<string, { old: AnnotationBody; next: AnnotationBody }>;
}

/** Footnotes that keep the labels that they have in the source. */
export function keepLabels(parsed: ParsedDocument, shown: readonly Block[]): KnownFootnotes {
  const taken = new Set(parsed.footnotes.map(({ label }) => label));
  const changed = new Map<string, { old: AnnotationBody; next: AnnotationBody }>();
  if (taken.size === 0) return { footnotes: createFootnotes(taken), changed };
  const byKey = new Map<string, { label: string; body: AnnotationBody }>();
  const byText = new Map<string, string>();
  const sorted = [...parsed.footnotes].sort((left, right) => left.start - right.start);
  const findFootnote = (offset: number): string | undefined => {
    let low = 0;
    let high = sorted.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (sorted[middle]!.start <= offset) low = middle;
      else high = middle - 1;
    }
    const found = sorted[low];
    return found && offset >= found.start && offset <= found.end ? found.label : undefined;
  };
  eachBody(shown, (body) => {
    const start = parsed.blockRanges.get(body.nodes[0]?.key ?? '')?.start;
    const footnote = start === undefined ? undefined : findFootnote(start);
    if (!footnote || body.key === undefined) return;
    byKey.set(body.key, { label: footnote, body });
    byText.set(canonicalText(body.nodes), footnote);
  });
  const labelOf = (body: AnnotationBody): string | undefined => {
    const text = canonicalText(body.nodes);
    const known = byKey.get(body.key ?? '');
    if (!known) return byText.get(text);
    if (canonicalText(known.body.nodes) !== text) changed.set(known.label, { old: known.body, next: body });
    return known.label;
  };
  return { footnotes: createFootnotes(taken, undefined, labelOf), changed };
}

function eachBody(nodes: readonly DocumentNode[], visit: (body: AnnotationBody) => void): void {
  for (const node of nodes) {
    if (node.object === 'text') continue;
    eachBody(node.nodes ?? [], visit);
    for (const fragment of node.fragments ?? []) {
      if (fragment.type === 'annotation-body') visit(fragment);
      eachBody(fragment.nodes, visit);
    }
  }
}

/** Changes the texts of footnotes where they are defined. */
export function spliceBodies(site: Site, parsed: ParsedDocument, { changed }: KnownFootnotes): Edit[] {
  return [...changed].flatMap(([label, { old, next }]): Edit[] => {
    const edits =
      old.nodes.length === next.nodes.length
        ? old.nodes.map((paragraph, i) => {
            const wanted = next.nodes[i]!;
            if (canonicalText([paragraph]) === canonicalText([wanted])) return [];
            const range = site.ranges.get(paragraph.key ?? '');
            const edit =
              range &&
              spliceText(site, {
                range,
                old: paragraph.nodes,
                next: wanted.nodes,
                place: 'footnote',
                prefix: '    ',
              });
            return edit && [edit];
          })
        : [undefined];
    if (edits.every((edit) => edit !== undefined)) return edits.flat();
    const definition = parsed.footnotes.find((footnote) => footnote.label === label);
    return definition
      ? [{ ...definition, text: writeDefinition(site, label, next).replace(/\n/g, site.newline) }]
      : [];
  });
}

export const writeDefinition = (
  { writer }: Pick<Site, 'writer'>,
  label: string,
  body: AnnotationBody,
): string => `[^${label}]: ${body.nodes.map((node) => writer.text(node.nodes, 'footnote')).join('\n\n    ')}`;

/** Finds the definitions that a text refers to: those of the source, and those of footnotes that are written. */
export function createDefinitions(
  source: string,
  parsed: ParsedDocument,
  known: KnownFootnotes,
  write: (label: string, body: AnnotationBody) => string,
): (text: string) => string {
  const targets = new Map(
    parsed.definitions.map(({ label, start, end }) => [label, source.slice(start, end)]),
  );
  const notes = new Map(parsed.footnotes.map(({ label, start, end }) => [label, source.slice(start, end)]));
  return (text) => {
    if (!text.includes('[') && !text.includes('#user-content-fn-')) return '';
    const found = new Map<string, string>();
    const add = (part: string): void => {
      for (const label of labelsIn(part)) {
        if (found.has(`^${label}`)) continue;
        const body =
          known.changed.get(label)?.next ??
          known.footnotes.bodies.find((one) => one.label === label && !one.isKnown)?.body;
        const definition = body ? write(label, body) : notes.get(label);
        if (definition === undefined) continue;
        found.set(`^${label}`, definition);
        add(definition);
      }
      if (targets.size === 0) return;
      for (const [, label] of part.matchAll(/\[((?:\\[\s\S]|[^\\[\]])+)\]/g)) {
        const name = normalizeLabel(label!);
        const definition = found.has(name) ? undefined : targets.get(name);
        if (definition !== undefined) found.set(name, definition);
      }
    };
    add(text);
    return [...found.values()].join('\n\n');
  };
}

/** As the tokenizer compares labels. */
const normalizeLabel = (label: string): string =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
