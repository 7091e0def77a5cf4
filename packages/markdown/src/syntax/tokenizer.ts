import MarkdownItParser, { type MarkdownIt, type Token } from 'markdown-it';
import emphasisBesideCjk from 'markdown-it-cjk-friendly';
import { LimitExceeded } from '../limits.ts';
import {
  cutBeforeTags,
  detailsRule,
  footnoteRule,
  locateBlocks,
  locateDefinitions,
  locateRows,
  mathRule as mathBlockRule,
  type ParseEnvironment,
  setOffset,
  spendCells,
  tagRule,
} from './block-rules.ts';
import { emojiRule } from './emoji.ts';
import { footnoteReferenceRule, imageRule, linkRule, locate, mathRule } from './inline-rules.ts';
import { endBeforeLinks, literalLinkRule } from './literal-links.ts';

const { StateBlock, StateInline, Token: FullToken } = MarkdownItParser;

/** The parser's token, made by plain assignments: its own constructor takes a fifth of the time of a parse. */
function lightToken(type: string, tag: string, nesting: -1 | 0 | 1): Token {
  const token = Object.create(FullToken.prototype) as Token;
  token.type = type;
  token.tag = tag;
  token.attrs = null;
  token.map = null;
  token.nesting = nesting;
  token.level = 0;
  token.children = null;
  token.content = '';
  token.markup = '';
  token.info = '';
  token.meta = null;
  token.block = false;
  token.hidden = false;
  setOffset(token, -1);
  return token;
}

/** Stops in the middle of a source that would make too many tokens: the memory is needed long before the end. */
function spendToken(environment: unknown): void {
  const env = environment as ParseEnvironment;
  if (!env.limits) return;
  env.tokenCount = (env.tokenCount ?? 0) + 1;
  if (env.tokenCount > env.limits.tokens) throw new LimitExceeded(env.limits, 'tokens');
}

/** The token of text in which no rule finds anything. */
export function plainToken(content: string, environment: ParseEnvironment): Token {
  spendToken(environment);
  const token = lightToken('text', '', 0);
  token.content = content;
  return token;
}

class LightStateBlock extends StateBlock {
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    spendToken(this.env);
    if (type === 'td_open' || type === 'th_open') spendCells(this.env as ParseEnvironment, 1);
    const token = lightToken(type, tag, nesting);
    if (type === 'list_item_open') setOffset(token, this.bMarks[this.line]! + this.tShift[this.line]!);
    token.block = true;
    token.level = nesting < 0 ? this.level - 1 : this.level;
    this.level += nesting;
    this.tokens.push(token);
    return token;
  }
}

class LightStateInline extends StateInline {
  override pushPending(): Token {
    spendToken(this.env);
    const token = lightToken('text', '', 0);
    token.content = this.pending;
    token.level = this.pendingLevel;
    this.pending = '';
    this.tokens.push(token);
    return token;
  }

  /** An opening token starts a separate list of delimiters; a closing token returns to the enclosing list. */
  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (this.pending !== '') this.pushPending();
    spendToken(this.env);
    const token = lightToken(type, tag, nesting);
    token.level = nesting < 0 ? this.level - 1 : this.level;
    this.level += nesting;
    this.pendingLevel = this.level;
    if (nesting < 0) this.delimiters = this._prev_delimiters.pop() ?? [];
    if (nesting > 0) {
      this._prev_delimiters.push(this.delimiters);
      this.delimiters = [];
    }
    this.tokens.push(token);
    this.tokens_meta.push(nesting > 0 ? { delimiters: this.delimiters } : undefined);
    return token;
  }
}

/** CommonMark with tables, strikethrough and the dialect's own syntax; every target keeps its place. */
export function createTokenizer(): MarkdownIt {
  const md = new MarkdownItParser({ html: true, linkify: false, typographer: false, maxNesting: 50 });
  // A target is data here: what may be followed is decided where it is shown.
  md.normalizeLink = (url) => url;
  md.normalizeLinkText = (url) => url;
  md.validateLink = () => true;

  md.block.State = LightStateBlock;
  md.inline.State = LightStateInline;
  md.use(emphasisBesideCjk);
  const block = md.block.ruler;
  const inline = md.inline.ruler;
  const interrupting = { alt: ['paragraph', 'reference', 'blockquote', 'list'] };
  const blockRule = (name: string) => block.__rules__.find((rule) => rule.name === name)!.fn;
  const inlineRule = (name: string) => inline.__rules__.find((rule) => rule.name === name)!.fn;
  block.at('html_block', cutBeforeTags(blockRule('html_block')), {
    alt: ['paragraph', 'reference', 'blockquote'],
  });
  block.at('reference', locateDefinitions(blockRule('reference'), md));
  block.at('table', locateRows(blockRule('table')), { alt: ['paragraph', 'reference'] });
  block.before('table', 'tag', tagRule, interrupting);
  block.before('fence', 'math', mathBlockRule, interrupting);
  block.before('reference', 'footnote', footnoteRule, { alt: ['paragraph', 'reference'] });
  block.before('html_block', 'details', detailsRule, interrupting);
  for (const { name, fn, alt } of block.__rules__) block.at(name, locateBlocks(fn), { alt });

  inline.at('link', linkRule);
  inline.at('image', imageRule);
  inline.at('html_inline', locate(inlineRule('html_inline')));
  inline.at('autolink', locate(inlineRule('autolink')));
  inline.before('link', 'footnote_reference', footnoteReferenceRule);
  inline.before('escape', 'math', mathRule);
  inline.before('escape', 'emoji', emojiRule);
  inline.at('text', endBeforeLinks(inlineRule('text')));
  inline.before('text', 'literal_link', literalLinkRule);
  return md;
}

export const tokenizer = createTokenizer();
