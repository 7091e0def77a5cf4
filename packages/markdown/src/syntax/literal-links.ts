/** Addresses that are links without any markup, by the rules of GitHub Flavored Markdown. */
import { decodeHTMLStrict } from 'entities';
import type { StateInline } from 'markdown-it';
import type { InlineRule } from './inline-rules.ts';

interface LiteralLink {
  start: number;
  end: number;
  href: string;
}

const SIGNS = /https?:\/\/|www\.|@/gi;
const DOMAIN = /[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*/uy;
const MAIL_DOMAIN = /[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+/y;
const ADDRESS = /[^\s<]*/y;

/** The addresses in a text, in their order. Each character is read a few times at most. */
export function findLiteralLinks(text: string): LiteralLink[] {
  const links: LiteralLink[] = [];
  let free = 0;
  SIGNS.lastIndex = 0;
  for (let match = SIGNS.exec(text); match; match = SIGNS.exec(text)) {
    const [sign] = match;
    const link = sign === '@' ? findMail(text, match.index, free) : findAddress(text, match.index, sign);
    if (link) {
      links.push(link);
      SIGNS.lastIndex = link.end;
    }
    free = link ? link.end : sign === '@' ? match.index + 1 : free;
  }
  return links;
}

function findAddress(text: string, start: number, sign: string): LiteralLink | undefined {
  const isWww = sign.toLowerCase() === 'www.';
  const before = text[start - 1] ?? ' ';
  if (isWww ? !/[\s*_~([\]]/.test(before) : /[A-Za-z]/.test(before)) return undefined;
  const domain = matchAt(DOMAIN, text, start + sign.length);
  if (
    domain === '' ||
    domain
      .split('.')
      .slice(-2)
      .some((name) => name.includes('_'))
  )
    return undefined;
  const address = withoutTrail(matchAt(ADDRESS, text, start));
  if (address.length <= sign.length) return undefined;
  return { start, end: start + address.length, href: isWww ? `http://${address}` : address };
}

/** `free`: where the text begins that belongs to no address yet. */
function findMail(text: string, at: number, free: number): LiteralLink | undefined {
  let start = at;
  while (start > free && /[A-Za-z0-9._+-]/.test(text[start - 1]!)) start--;
  if (start === at || text[start - 1] === '/') return undefined;
  const domain = matchAt(MAIL_DOMAIN, text, at + 1);
  if (domain === '' || /[-_]$/.test(domain)) return undefined;
  const end = at + 1 + domain.length;
  const scheme = /mailto:$/i.exec(text.slice(Math.max(free, start - 7), start))?.[0] ?? '';
  const from = start - scheme.length;
  return { start: from, end, href: `${scheme === '' ? 'mailto:' : ''}${text.slice(from, end)}` };
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Punctuation after an address belongs to the sentence; a closing bracket only if it was opened before the address. */
function withoutTrail(address: string): string {
  const open = { ')': countOf(address, '('), ']': countOf(address, '[') };
  const closed = { ')': countOf(address, ')'), ']': countOf(address, ']') };
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] as string;
    if (last === ')' || last === ']') {
      if (closed[last] <= open[last]) break;
      closed[last]--;
    } else if (last === ';') {
      const entity = /&[A-Za-z0-9]{1,40};$/.exec(address.slice(Math.max(0, end - 50), end))?.[0];
      if (entity) end -= entity.length - 1;
    } else if (!/[?!.,:*_~'"]/.test(last)) break;
  }
  return address.slice(0, end);
}

const countOf = (text: string, character: string): number => text.split(character).length - 1;

const known = new WeakMap<StateInline, LiteralLink[]>();

/** The first address that begins at a position or after it. */
function nextLink(state: StateInline, from: number): LiteralLink | undefined {
  let links = known.get(state);
  if (!links) {
    links = findLiteralLinks(state.src);
    known.set(state, links);
  }
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (links[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  return links[low];
}

/** An address. Labels of links are skipped without looking for addresses, whose ends may lie after the label. */
export const literalLinkRule: InlineRule = (state, silent) => {
  if (silent || state.linkLevel > 0) return false;
  const link = nextLink(state, state.pos);
  if (!link || link.start !== state.pos || link.end > state.posMax) return false;
  const open = state.push('link_open', 'a', 1);
  open.attrs = [['href', decodeHTMLStrict(link.href)]];
  open.meta = { at: link.start, end: link.end };
  state.push('text', '', 0).content = decodeHTMLStrict(state.src.slice(link.start, link.end));
  state.push('link_close', 'a', -1);
  state.pos = link.end;
  return true;
};

/** Text ends where an address begins. */
export const endBeforeLinks =
  (textRule: InlineRule): InlineRule =>
  (state, silent) => {
    const { posMax } = state;
    const link = silent || state.linkLevel > 0 ? undefined : nextLink(state, state.pos + 1);
    if (link && link.start < posMax) state.posMax = link.start;
    const found = textRule(state, silent);
    state.posMax = posMax;
    return found;
  };

const WRITTEN = /(?<=https?):(?=\/\/)|(?<=www)\.(?=\S)|(?<=[A-Za-z0-9._+-])@(?=[A-Za-z0-9_-]+\.)/gi;

/** Escapes what would be read as an address. */
export const escapeLiteralLinks = (text: string): string => text.replace(WRITTEN, '\\$&');
