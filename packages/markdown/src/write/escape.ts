import { mentionsCondition } from '../condition-tags.ts';
import { escapeEmoji } from '../syntax/emoji.ts';
import { escapeLiteralLinks } from '../syntax/literal-links.ts';

/** The surroundings of a piece of text that decide what must be escaped. */
export interface TextContext {
  isLineStart: boolean;
  isLineEnd: boolean;
  isInLink: boolean;
}

const WORD = /[\p{L}\p{N}]/u;

/** Escapes text as the dialect does: only what would be read as something else. Line breaks stay. */
export function escapeText(text: string, { isLineStart, isLineEnd, isInLink }: TextContext): string {
  const lines = text.split('\n');
  return lines
    .map((line, i) => {
      const escaped = escapeCharacters(line, isInLink, isLineEnd && i === lines.length - 1);
      const started = isLineStart || i > 0 ? escapeLineStart(escaped) : escaped;
      return isLineEnd || i < lines.length - 1 ? started.replace(/[ \t]$/, encodeCharacter) : started;
    })
    .join('\n');
}

const SPECIAL = /[\\`*[\]<&~$!_:@\r\u0085\u2028\u2029\v\f]|www\./i;

function escapeCharacters(line: string, isInLink: boolean, isEnd: boolean): string {
  if (!SPECIAL.test(line)) return line;
  const escaped = escapeEmoji(line.replace(/[\\`*[]/g, '\\$&'))
    .replace(/[<](?=[A-Za-z/!?])/g, '\\<')
    .replace(/<$/, '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/~(?=~)|(?<=~)~|^~|~$/g, '\\~')
    .replace(/\$(?=\$)|(?<=\$)\$|^\$|\$$/g, (dollar, at: number) =>
      line.length === 1 && isEnd && at === 0 ? dollar : '\\$',
    )
    .replace(/!$/, isEnd ? '!' : '\\!')
    .replace(/[\r\u0085\u2028\u2029\v\f]/g, encodeCharacter)
    .replace(/_/g, (mark, at: number, whole: string) =>
      at > 0 && at < whole.length - 1 && WORD.test(whole[at - 1]!) && WORD.test(whole[at + 1]!)
        ? mark
        : '\\_',
    );
  return isInLink ? escaped.replace(/\]/g, '\\]') : escapeLiteralLinks(escaped);
}

/** Escapes the characters that would turn a line into something other than paragraph text. */
function escapeLineStart(line: string): string {
  return line
    .replace(/^[ \t]/, encodeCharacter)
    .replace(/^(?:[#>|]|[-+](?=[ \t]|$)|\{%)/, escapeStart)
    .replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2')
    .replace(/^[-=:](?=[-=:|\s]*$)/, '\\$&')
    .replace(/^-(?=(?:[ \t]*-){2,}[ \t]*$)/, '\\-');
}

/** With a backslash before it, the tag of a condition would be a quoted one, and show what it hides. */
function escapeStart(start: string, _at: number, line: string): string {
  if (start !== '{%' || !mentionsCondition(line)) return `\\${start}`;
  const end = line.indexOf('%}');
  return end >= 0 && line.slice(end + 2).trim() !== '' ? start : `${encodeCharacter('{')}%`;
}

export const encodeCharacter = (character: string): string =>
  `&#x${character.codePointAt(0)!.toString(16).toUpperCase()};`;

/** Escapes every character that could have a meaning: for text that lighter escaping does not reproduce faithfully. */
export const escapeAll = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, '\\$&').replace(/[^\S\n ]|^ | $|(?<=\n) | (?=\n)/gu, encodeCharacter);

/** Text between HTML tags within Markdown: neither HTML nor Markdown may see anything in it. */
export const escapeHtmlWithin = (text: string): string =>
  text.replace(/[&<>*_`[\]~$\\|!\n\r]/g, encodeCharacter);
