import { findLiteralLinks } from '../syntax/literal-links.ts';

interface Address {
  bare: string;
  written: string;
  /** The characters beside it. */
  before: string | undefined;
  after: string | undefined;
}

/**
 * Writes the bare addresses of a text with markup, so that letters can be typed beside them and in them. `restore` makes
 * those bare again beside which nothing changed; undefined if there are none.
 */
export function expandAddresses(
  text: string,
  form: 'angle' | 'link',
): { text: string; restore(edited: string): string } | undefined {
  const addresses: Address[] = [];
  let expanded = '';
  let end = 0;
  for (const link of findLiteralLinks(text)) {
    const shown = text.slice(link.start, link.end);
    // A letter cannot follow a mark around a link, but can follow a link around the mark.
    const open = form === 'link' ? markBefore(text, link.start, end) : '';
    const close = [...open].reverse().join('');
    const [from, to] = text.startsWith(close, link.end)
      ? [link.start - open.length, link.end + close.length]
      : [link.start, link.end];
    const bare = text.slice(from, to);
    const isWhole = link.href === shown || link.href === `mailto:${shown}`;
    const written = form === 'angle' && isWhole ? `<${bare}>` : `[${bare}](${link.href})`;
    addresses.push({ bare, written, before: text[from - 1], after: text[to] });
    expanded += text.slice(end, from) + written;
    end = to;
  }
  if (addresses.length === 0) return undefined;
  return { text: expanded + text.slice(end), restore: (edited) => restoreAddresses(edited, addresses) };
}

/** The marks that begin directly before a place. */
function markBefore(text: string, at: number, start: number): string {
  let from = at;
  while (from > Math.max(start, at - 10) && '*_~'.includes(text.charAt(from - 1))) from--;
  return text.slice(from, at);
}

function restoreAddresses(edited: string, addresses: readonly Address[]): string {
  let restored = '';
  let end = 0;
  for (const { bare, written, before, after } of addresses) {
    const at = edited.indexOf(written, end);
    if (at < 0) continue;
    const next = at + written.length;
    const isSame = edited[at - 1] === before && edited[next] === after;
    restored += edited.slice(end, at) + (isSame ? bare : written);
    end = next;
  }
  return restored + edited.slice(end);
}
