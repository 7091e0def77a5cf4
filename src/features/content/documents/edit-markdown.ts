import type { Target, TargetForm } from './document.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { escapeAttribute } from './syntax/html.ts';
import { escapeTagValue } from './syntax/tag.ts';
import { escapeDestination } from './write/destination.ts';

/** Puts other targets in place of those for which `rewrite` answers; every other byte stays. */
export function replaceTargets(source: string, rewrite: (target: Target) => string | undefined): string {
  let result = '';
  let position = 0;
  for (const target of parseMarkdown(source).targets) {
    const next = rewrite(target);
    if (next === undefined || next === target.raw || target.start < position) continue;
    let { start, end } = target;
    if (target.form === 'destination' && source[start - 1] === '<' && source[end] === '>') {
      start--;
      end++;
    }
    result += source.slice(position, start) + escapeTarget(next, target.form, source[start - 1]);
    position = end;
  }
  return result + source.slice(position);
}

/** Writes a target so that it is read as it is in the place where it stands. */
function escapeTarget(target: string, form: TargetForm, before: string | undefined): string {
  switch (form) {
    case 'destination':
      return escapeDestination(target);
    case 'html':
      return before === '"' ? escapeAttribute(target) : escapeAttribute(target).replace(/'/g, '&#x27;');
    case 'tag':
      return before === "'" ? escapeTagValue(target).replace(/'/g, "\\'") : escapeTagValue(target);
    case 'autolink':
      return target.replace(/[<>\s]/g, encodeURIComponent);
  }
}
