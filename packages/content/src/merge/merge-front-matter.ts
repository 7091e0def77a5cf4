import { isDeepStrictEqual } from 'node:util';
import { findFrontMatter } from '@lectern/markdown/front-matter';
import type { ConflictAnswer, Sides, SourceLocation } from './conflicts.ts';
import { mergeOrder } from './merge-order.ts';

export interface HeadConflict extends Sides<string> {
  place: SourceLocation;
}

interface Entries {
  open: string;
  close: string;
  /** The lines of each key, with the comments above it. What follows the last key has the empty key. */
  byKey: ReadonlyMap<string, string>;
  data: Record<string, unknown>;
}

/** Merges two texts by line, or returns undefined where they conflict. */
type MergeLines = (texts: Sides<string>) => string | undefined;

/**
 * Merges the front matter of three sources key by key; each text includes its fences, or is empty. Front matter that is
 * not a plain list of keys is merged by line.
 */
export function mergeFrontMatter(
  heads: Sides<string>,
  resolve: (conflict: HeadConflict) => ConflictAnswer | undefined,
  mergeLines: MergeLines,
): string {
  const { base, ours, theirs } = heads;
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  const entries = { base: readEntries(base), ours: readEntries(ours), theirs: readEntries(theirs) };
  if (entries.base && entries.ours && entries.theirs) {
    const merged = mergeEntries(entries as Sides<Entries>, heads, resolve, mergeLines);
    if (merged !== undefined) return merged;
  } else {
    const merged = mergeLines(heads);
    if (merged !== undefined && isFrontMatter(merged)) return merged;
  }
  return answered(heads, resolve({ ...heads, place: { kind: 'front-matter' } }));
}

const isFrontMatter = (head: string): boolean => head === '' || findFrontMatter(head)?.end === head.length;

function answered(sides: Sides<string>, response: ConflictAnswer | undefined): string {
  if (response?.choice === 'text') return response.text;
  return response?.choice === 'theirs' ? sides.theirs : sides.ours;
}

const KEY = /^(?:"([^"\\]*)"[ \t]*|'([^']*)'[ \t]*|([^\s#\-?:"'[\]{},&*!|>%@`][^:#]*)):(?=\s|$)/;

/** Returns undefined for what is not a plain list of keys. */
function readEntries(head: string): Entries | undefined {
  if (head === '' || head === '\uFEFF') return { open: head, close: '', byKey: new Map(), data: {} };
  const found = findFrontMatter(head);
  if (!found || found.error !== undefined || found.end !== head.length) return undefined;
  const lines = head.split(/(?<=\n)/);
  const byKey = new Map<string, string>();
  let key = '';
  let text = '';
  let comments = '';
  for (const line of lines.slice(1, -1)) {
    const match = KEY.exec(line);
    if (match) {
      const name = match[1] ?? match[2] ?? match[3]?.trimEnd() ?? '';
      if (name === '' || byKey.has(name) || name === key) return undefined;
      if (key !== '') byKey.set(key, text);
      key = name;
      text = comments + line;
      comments = '';
    } else if (key === '' || /^#|^\s*$/.test(line)) {
      if (!/^#|^\s*$/.test(line)) return undefined;
      comments += line;
    } else {
      text += comments + line;
      comments = '';
    }
  }
  if (key !== '') byKey.set(key, text);
  if (comments !== '') byKey.set('', comments);
  const names = [...byKey.keys()].filter((name) => name !== '');
  if (!isDeepStrictEqual(new Set(names), new Set(Object.keys(found.data)))) return undefined;
  return { open: lines[0] ?? '', close: lines.at(-1) ?? '', byKey, data: found.data };
}

type TakenFrom = 'ours' | 'theirs';

function mergeEntries(
  entries: Sides<Entries>,
  heads: Sides<string>,
  resolve: (conflict: HeadConflict) => ConflictAnswer | undefined,
  mergeLines: MergeLines,
): string | undefined {
  const { base, ours, theirs } = entries;
  const keys = [...new Set([...ours.byKey.keys(), ...theirs.byKey.keys()])];
  const merged = new Map<string, string>();
  const taken = new Map<string, TakenFrom>();
  for (const key of keys) {
    const texts = {
      base: base.byKey.get(key) ?? '',
      ours: ours.byKey.get(key) ?? '',
      theirs: theirs.byKey.get(key) ?? '',
    };
    const side = unchangedSide(texts);
    const text = side ? texts[side] : mergeKey(key, texts, resolve, mergeLines);
    if (side) taken.set(key, side);
    if (text !== '') merged.set(key, text.endsWith('\n') ? text : `${text}\n`);
  }
  const order = mergeOrder(
    { base: [...base.byKey.keys()], ours: [...ours.byKey.keys()], theirs: [...theirs.byKey.keys()] },
    new Set([...merged.keys()].filter((key) => key !== '')),
  );
  const pick = (part: 'open' | 'close'): string => {
    const texts = { base: base[part], ours: ours[part], theirs: theirs[part] };
    const side = unchangedSide(texts) ?? 'ours';
    return merged.size > 0 && texts[side] === '' ? texts.ours || texts.theirs || texts.base : texts[side];
  };
  if (merged.size === 0 && (heads.ours === '' || heads.theirs === '')) return '';
  const body = [...order, ''].map((key) => merged.get(key) ?? '').join('');
  const close = pick('close');
  const text = `${pick('open')}${body}${close}`;
  return isMeant(text, order, entries, taken) ? text : undefined;
}

function unchangedSide({ base, ours, theirs }: Sides<string>): TakenFrom | undefined {
  if (ours === theirs || theirs === base) return 'ours';
  return ours === base ? 'theirs' : undefined;
}

function mergeKey(
  key: string,
  texts: Sides<string>,
  resolve: (conflict: HeadConflict) => ConflictAnswer | undefined,
  mergeLines: MergeLines,
): string {
  if (texts.ours !== '' && texts.theirs !== '') {
    const merged = mergeLines(texts);
    if (merged !== undefined) return merged;
  }
  const location: SourceLocation = { kind: 'front-matter', ...(key === '' ? {} : { key }) };
  return answered(texts, resolve({ ...texts, place: location }));
}

/** Whether the merged front matter says what the entries in it said where they came from. */
function isMeant(
  text: string,
  keys: readonly string[],
  entries: Sides<Entries>,
  taken: ReadonlyMap<string, TakenFrom>,
): boolean {
  const found = findFrontMatter(text);
  if (keys.length === 0) return found === undefined || found.error === undefined;
  if (!found || found.error !== undefined || found.end !== text.length) return false;
  if (!isDeepStrictEqual(new Set(Object.keys(found.data)), new Set(keys))) return false;
  return keys.every((key) => {
    const side = taken.get(key);
    return side === undefined || isDeepStrictEqual(found.data[key], entries[side].data[key]);
  });
}
