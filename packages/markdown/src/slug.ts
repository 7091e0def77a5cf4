import { cutText } from '@lectern/std/cut-text';
import { MAX_ANCHOR_LENGTH } from './limits.ts';

const APOSTROPHES = /['"‘’“”`´]/g;
const OTHER = /[^\p{L}\p{M}\p{N}_.]+/gu;

/** The default anchor of a heading or the default slug of a title; empty when it has no letter or digit. */
export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(OTHER, '-')
    .replace(/^-+|(?<!-)-+$/g, '');
  const cut = cutText(slug, MAX_ANCHOR_LENGTH).replace(/-$/, '');
  return /^\p{Nd}/u.test(cut) ? `id-${cut}` : cut;
}

/** Hands out the anchors of one document: an anchor that is taken gets `-1`, `-2`. */
export function createAnchors(): { take(wanted: string): string } {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return {
    take(wanted) {
      let id = wanted;
      for (let n = next.get(wanted) ?? 1; taken.has(id); n++) {
        id = `${wanted}-${n}`;
        next.set(wanted, n + 1);
      }
      taken.add(id);
      return id;
    },
  };
}
