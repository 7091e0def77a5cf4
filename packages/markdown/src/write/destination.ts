/** The destination of a Markdown link, in angle brackets when it holds blanks or parentheses. */
export function escapeDestination(target: string): string {
  const escaped = target
    .replace(/[\r\n]+/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/&(?=#?\w+;)/g, '\\&');
  if (/[\s()<>\p{Cc}]/u.test(escaped)) return `<${escaped.replace(/[<>]/g, '\\$&')}>`;
  return escaped;
}
