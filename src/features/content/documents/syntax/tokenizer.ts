import MarkdownItParser, { type MarkdownIt } from 'markdown-it';
import {
  cutBeforeTags,
  detailsRule,
  footnoteRule,
  locateDefinitions,
  locateRows,
  mathRule as mathBlockRule,
  tagRule,
} from './block-rules.ts';
import { footnoteReferenceRule, imageRule, linkRule, locate, mathRule } from './inline-rules.ts';

/** CommonMark with tables, strikethrough and the dialect's own syntax; every target keeps its place. */
export function createTokenizer(): MarkdownIt {
  const md = new MarkdownItParser({ html: true, linkify: false, typographer: false, maxNesting: 50 });
  // A target is data here: what may be followed is decided where it is shown.
  md.normalizeLink = (url) => url;
  md.normalizeLinkText = (url) => url;
  md.validateLink = () => true;

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

  inline.at('link', linkRule);
  inline.at('image', imageRule);
  inline.at('html_inline', locate(inlineRule('html_inline')));
  inline.at('autolink', locate(inlineRule('autolink')));
  inline.before('link', 'footnote_reference', footnoteReferenceRule);
  inline.before('escape', 'math', mathRule);
  return md;
}

export const tokenizer = createTokenizer();
