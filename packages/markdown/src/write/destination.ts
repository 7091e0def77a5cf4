import { encodeCharacter } from './escape.ts';

/** The destination of a Markdown link, in angle brackets when it holds blanks or parentheses. */
export function escapeDestination(target: string): string {
  const escaped = target
    .replace(/[\r\n]+/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/&(?=#?\w+;)/g, '\\&');
  if (/[\s()<>\p{Cc}]/u.test(escaped)) return `<${escaped.replace(/[<>]/g, '\\$&')}>`;
  return escaped;
}

/** The destination of a Markdown link with its title. An empty destination before a title needs its brackets. */
export function writeDestination(target: string, title: string | undefined): string {
  if (title === undefined) return escapeDestination(target);
  const written = title.replace(/["\\&]/g, '\\$&').replace(/[\r\n]/g, encodeCharacter);
  return `${escapeDestination(target) || '<>'} "${written}"`;
}
