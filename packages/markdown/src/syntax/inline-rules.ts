import type { StateInline } from 'markdown-it';
import type { ParseEnvironment } from './block-rules.ts';

export type InlineRule = (state: StateInline, silent: boolean) => boolean;

/** The position of a destination in its inline content; undefined for a reference `[text][label]`. */
export interface Destination {
  raw: string;
  title: string | undefined;
  start: number | undefined;
  end: number;
  /** The label of the definition that a reference names. */
  label?: string;
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0x0a;

function skipBlanks(state: StateInline, position: number): number {
  let at = position;
  while (at < state.posMax && isBlank(state.src.charCodeAt(at))) at++;
  return at;
}

/** Reads `(destination "title")`. */
function readResource(
  state: StateInline,
  open: number,
): { destination: Destination; end: number } | undefined {
  const { helpers } = state.md;
  let position = skipBlanks(state, open + 1);
  let destination: Destination = { raw: '', title: undefined, start: position, end: position };
  const found = helpers.parseLinkDestination(state.src, position, state.posMax);
  if (found.ok) {
    const angle = state.src[position] === '<' ? 1 : 0;
    destination = { raw: found.str, title: undefined, start: position + angle, end: found.pos - angle };
    position = found.pos;
  }
  const afterBlanks = skipBlanks(state, position);
  if (found.ok && afterBlanks > position && afterBlanks < state.posMax) {
    const title = helpers.parseLinkTitle(state.src, afterBlanks, state.posMax);
    if (title.ok) {
      destination.title = title.str;
      position = title.pos;
    }
  }
  position = skipBlanks(state, position);
  if (position >= state.posMax || state.src[position] !== ')') return undefined;
  return { destination, end: position + 1 };
}

/** Destinations up to this length may be repeated without end. */
const MAX_SHORT_LENGTH = 200;
const MAX_REPEATED_LENGTH = 1_000_000;

/** References repeat the text of their definition, so that many of them to a long one would make a page grow without end. */
function mayRefer(env: ParseEnvironment, name: string, length: number, silent: boolean): boolean {
  env.usedReferences ??= new Set();
  const used = env.usedReferences;
  const added = used.has(name) ? Math.max(0, length - MAX_SHORT_LENGTH) : 0;
  const repeated = (env.repeatedLength ?? 0) + added;
  if (repeated > MAX_REPEATED_LENGTH) return false;
  if (!silent) {
    used.add(name);
    env.repeatedLength = repeated;
  }
  return true;
}

/** Reads what follows a label: a resource, or the label of a definition. */
function readTarget(
  state: StateInline,
  labelStart: number,
  labelEnd: number,
  silent: boolean,
): { destination: Destination; end: number } | undefined {
  if (state.src[labelEnd + 1] === '(' && labelEnd + 1 < state.posMax) {
    const resource = readResource(state, labelEnd + 1);
    if (resource) return resource;
  }
  const env = state.env as ParseEnvironment;
  const { references } = env;
  if (!references) return undefined;
  let label = '';
  let end = labelEnd + 1;
  if (state.src[end] === '[' && end < state.posMax) {
    const close = state.md.helpers.parseLinkLabel(state, end);
    if (close >= 0) {
      label = state.src.slice(end + 1, close);
      end = close + 1;
    }
  }
  const name = state.md.utils.normalizeReference(label || state.src.slice(labelStart, labelEnd));
  const reference = references[name];
  if (!reference || !mayRefer(env, name, reference.href.length + reference.title.length, silent))
    return undefined;
  return {
    destination: {
      raw: reference.href,
      title: reference.title || undefined,
      start: undefined,
      end: 0,
      label: name,
    },
    end,
  };
}

/** A link whose token knows the place of its destination. */
export const linkRule: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x5b) return false;
  const labelStart = state.pos + 1;
  const labelEnd = state.md.helpers.parseLinkLabel(state, state.pos, true);
  if (labelEnd < 0) return false;
  const target = readTarget(state, labelStart, labelEnd, silent);
  if (!target) return false;
  if (!silent) {
    const { posMax } = state;
    state.pos = labelStart;
    state.posMax = labelEnd;
    const token = state.push('link_open', 'a', 1);
    const { raw, title } = target.destination;
    token.attrs = [['href', raw], ...(title ? [['title', title] as [string, string]] : [])];
    token.meta = { destination: target.destination };
    state.linkLevel++;
    state.md.inline.tokenize(state);
    state.linkLevel--;
    state.push('link_close', 'a', -1);
    state.posMax = posMax;
  }
  state.pos = target.end;
  return true;
};

/** An image whose token knows the place of its destination. */
export const imageRule: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x21 || state.src.charCodeAt(state.pos + 1) !== 0x5b) return false;
  const labelStart = state.pos + 2;
  const labelEnd = state.md.helpers.parseLinkLabel(state, state.pos + 1, false);
  if (labelEnd < 0) return false;
  const target = readTarget(state, labelStart, labelEnd, silent);
  if (!target) return false;
  if (!silent) {
    const token = state.push('image', 'img', 0);
    token.content = state.src.slice(labelStart, labelEnd);
    token.children = [];
    state.md.inline.parse(token.content, state.md, state.env, token.children);
    const { raw, title } = target.destination;
    token.attrs = [['src', raw], ['alt', ''], ...(title ? [['title', title] as [string, string]] : [])];
    token.meta = { destination: target.destination };
  }
  state.pos = target.end;
  return true;
};

/** Notes where the tokens of a rule begin. */
export function locate(rule: InlineRule): InlineRule {
  return (state, silent) => {
    const { pos } = state;
    const { length } = state.tokens;
    const found = rule(state, silent);
    if (found && !silent)
      for (let i = length; i < state.tokens.length; i++) {
        const token = state.tokens[i]!;
        if (token.type === 'html_inline' || token.type === 'link_open')
          token.meta = { ...token.meta, at: pos };
      }
    return found;
  };
}

const withoutMath = new WeakMap<StateInline, number>();

/** `$$formula$$`. */
export const mathRule: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x24 || state.src.charCodeAt(state.pos + 1) !== 0x24) return false;
  if (state.pos >= (withoutMath.get(state) ?? Number.POSITIVE_INFINITY)) return false;
  const start = state.pos + 2;
  const end = state.src.indexOf('$$', start);
  if (end < 0) withoutMath.set(state, state.pos);
  if (end <= start || end + 2 > state.posMax) return false;
  if (!silent) {
    const token = state.push('math_inline', '', 0);
    token.content = state.src.slice(start, end);
  }
  state.pos = end + 2;
  return true;
};

// As long as a label may be: openings that never close would each be read to the end of the text.
const FOOTNOTE_REFERENCE = /\[\^([^\]\s]{1,200})\]/y;

/** `[^label]`, when the label is defined. */
export const footnoteReferenceRule: InlineRule = (state, silent) => {
  if (state.src.charCodeAt(state.pos) !== 0x5b || state.src.charCodeAt(state.pos + 1) !== 0x5e) return false;
  const { footnotes } = state.env as ParseEnvironment;
  if (!footnotes) return false;
  FOOTNOTE_REFERENCE.lastIndex = state.pos;
  const match = FOOTNOTE_REFERENCE.exec(state.src);
  if (!match || !footnotes.has(match[1]!) || state.pos + match[0].length > state.posMax) return false;
  if (!silent) {
    const token = state.push('footnote_reference', '', 0);
    token.meta = { label: match[1] };
  }
  state.pos += match[0].length;
  return true;
};
