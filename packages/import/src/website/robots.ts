import { parseUrl } from '@lectern/std/parse-url';
import { toWellFormed } from '@lectern/std/well-formed';

export interface Robots {
  allows(url: string): boolean;
  /** The pause that the website asks for between two requests. */
  delayMs: number;
  /** The addresses of sitemaps. */
  sitemaps: string[];
}

/** A website that asks for more gets this much. */
const MAX_DELAY_MS = 10_000;

interface Rule {
  isAllowed: boolean;
  /** The number of characters as written: the longest rule that matches decides. */
  length: number;
  /** The texts between wildcards. */
  parts: string[];
  /** Whether the last part ends the path. */
  isWhole: boolean;
}

/** The rules for one program, or for all others. */
interface Group {
  isNamed: boolean;
  rules: Rule[];
  delay: number;
}

/**
 * Parses the rules for a program, as RFC 9309 describes them, in time that is linear in their length.
 * `start`: an address of the website.
 */
export function parseRobots(text: string, { program, start }: { program: string; start: string }): Robots {
  const { rules, delay, sitemaps } = readRules(text, program.toLowerCase());
  const { origin } = new URL(start);
  return {
    allows: (address) => new URL(address).origin !== origin || isAllowed(address, rules),
    delayMs: Number.isFinite(delay) ? Math.min(MAX_DELAY_MS, Math.max(0, delay * 1000)) : 0,
    sitemaps: sitemaps.length > 0 ? sitemaps : [new URL('/sitemap.xml', start).href],
  };
}

function readRules(text: string, name: string): { rules: Rule[]; delay: number; sitemaps: string[] } {
  const own: Group = { isNamed: false, rules: [], delay: 0 };
  const usual: Group = { isNamed: false, rules: [], delay: 0 };
  const sitemaps: string[] = [];
  /** The groups for which the lines that follow hold; both if both are named above them. */
  let open = new Set<Group>();
  let isNaming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [content = ''] = line.split('#', 1);
    const colon = content.indexOf(':');
    if (colon < 0) continue;
    const field = content.slice(0, colon).trim().toLowerCase();
    const value = content.slice(colon + 1).trim();
    if (field === 'user-agent') {
      if (!isNaming) open = new Set();
      const program = value.split('/', 1)[0]?.trim().toLowerCase();
      const group = program === '*' ? usual : program === name ? own : undefined;
      if (group) {
        group.isNamed = true;
        open.add(group);
      }
    } else if (field === 'sitemap' && parseUrl(value)) sitemaps.push(value);
    else if (field === 'crawl-delay') for (const group of open) group.delay = Number(value);
    else if ((field === 'allow' || field === 'disallow') && value !== '')
      for (const group of open) group.rules.push(readRule(value, field === 'allow'));
    isNaming = field === 'user-agent';
  }
  const { rules, delay } = own.isNamed ? own : usual;
  return { rules, delay, sitemaps };
}

function readRule(value: string, isAllowed: boolean): Rule {
  const isWhole = value.endsWith('$');
  const parts = normalize(isWhole ? value.slice(0, -1) : value).split(/\*+/);
  return { isAllowed, length: value.length, parts, isWhole };
}

/** One spelling for all of a path: with percent-encoding in capitals. */
function normalize(path: string): string {
  const encoded = encodeURI(toWellFormed(path)).replaceAll('%25', '%');
  return encoded.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

function isAllowed(address: string, rules: readonly Rule[]): boolean {
  const { pathname, search } = new URL(address);
  const path = normalize(pathname + search);
  let best: Rule | undefined;
  for (const rule of rules) {
    const isLonger = !best || rule.length > best.length;
    if ((isLonger || (rule.isAllowed && rule.length === best?.length)) && matches(path, rule)) best = rule;
  }
  return best?.isAllowed ?? true;
}

/** Takes the first place of each part: if any way to match exists, this one does. */
function matches(path: string, { parts, isWhole }: Rule): boolean {
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  const last = isWhole ? others.pop() : undefined;
  if (isWhole && last === undefined) return path === first;
  let position = first.length;
  for (const part of others) {
    const found = path.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= position);
}
