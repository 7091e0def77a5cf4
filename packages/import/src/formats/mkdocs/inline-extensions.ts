import { escapeAttribute } from '@lectern/markdown/syntax/html';
import { quote } from '../shared/markup/inline-markup.ts';
import { iconName, writeIcon } from '../shared/markup/write-containers.ts';
import { titleOfFileName } from '../shared/paths.ts';
import type { PageContext } from '../shared/site/convert-page.ts';
import type { MkDocsConfig } from './mkdocs-config.ts';

const BUTTON = /\[([^\][\n]{1,300})\]\(([^()\s]{1,1000})\)\{([^{}\n]{1,300})\}/g;
const BRACES = /[ \t]?\{([^{}\n]{1,300})\}/g;
const ATTRIBUTE = /^(?:[#.][\w-]+|[\w-]+=[^\s"']+)$/;
const ICON = /:(fontawesome-(?:solid|regular|brands)|material|octicons|simple)-([a-z0-9-]{1,60}):/g;
const KEYS = /\+\+([a-z0-9"'+_-]{1,60}?)\+\+/gi;

/** Turns the inline extensions of Python-Markdown and of Material into the dialect. */
export function writeInlineExtensions(text: string, place: Place): string {
  return writeReferences(writeChanges(text, place), place)
    .replace(BUTTON, (match, label: string, url: string, classes: string) => {
      if (!classes.includes('.md-button')) return match;
      const kind = classes.includes('--primary') ? 'primary' : 'secondary';
      return `<a href="${escapeAttribute(url)}" class="button ${kind}">${label}</a>`;
    })
    .replace(ICON, (_match, set: string, name: string) => writeSetIcon(set, name, place))
    .replace(BRACES, (match, content: string) => {
      if (!isAttributeList(content)) return match;
      reportTitle(content, place);
      return '';
    })
    .replace(KEYS, (_match, keys: string) =>
      keys
        .split('+')
        .map((key) => `<kbd>${titleOfKey(key)}</kbd>`)
        .join('+'),
    )
    .replace(
      /(?<![=\w])==(?=[^\s=])([^=\n]{1,500}?[^\s=])==(?!=)/g,
      '<mark style="background-color:yellow;">$1</mark>',
    )
    .replace(/\^\^(?=\S)([^^\n]{1,500}?\S)\^\^/g, '$1')
    .replace(/^[ \t]*\[TOC\][ \t]*$/gm, '')
    .replace(/^\*\[[^\]\n]{1,200}\]:[^\n]*$/gm, (abbreviation) => {
      place.page.report({
        line: place.line,
        reason: 'unsupported-abbreviations',
        message: `Abbreviations have no counterpart. ${quote(abbreviation)} was left out.`,
      });
      return '';
    });
}

interface Place {
  page: PageContext;
  line: number;
  /** Where short references such as `#12` lead. */
  repository: MkDocsConfig['repository'];
}

const LINK = /(\[[^[\]\n]{0,1000}\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,1000}\])?)/;
const REFERENCE =
  /(?<![\w/.:&#@!`-])(?:((?:[\w-]{1,100}\/)?[\w.-]{1,100})?([#!])(\d{1,9})\b|@([A-Za-z][\w-]{0,38})\b)/g;

/** `#12`, `project#12`, `user/project#12`, `!12` and `@user` lead to the host of the repository. */
function writeReferences(text: string, { repository }: Place): string {
  if (!repository || !/[#!@]/.test(text)) return text;
  const { host, user, project, paths } = repository;
  return text
    .split(LINK)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(
            REFERENCE,
            (match, named: string | undefined, sign: string, number: string, mentioned?: string) => {
              if (mentioned !== undefined) return `[${match}](${host}/${mentioned})`;
              const [last = project, owner = user] = (named ?? '').split('/').filter(Boolean).reverse();
              return last === undefined || owner === undefined
                ? match
                : `[${match}](${host}/${owner}/${last}/${sign === '#' ? paths.issues : paths.requests}/${number})`;
            },
          ),
    )
    .join('');
}

/** The changes of CriticMarkup: insertions are accepted, deletions struck through, and comments reported. */
function writeChanges(text: string, { page, line }: Place): string {
  if (!text.includes('{')) return text;
  return text
    .replace(/\{\+\+([^{}\n]{1,1000}?)\+\+\}/g, '<ins>$1</ins>')
    .replace(/\{--([^{}\n]{1,1000}?)--\}/g, '~~$1~~')
    .replace(/\{~~([^{}\n]{1,1000}?)~>([^{}\n]{1,1000}?)~~\}/g, '~~$1~~<ins>$2</ins>')
    .replace(/\{==([^{}\n]{1,1000}?)==\}/g, '==$1==')
    .replace(/\{>>([^{}\n]{1,1000}?)<<\}/g, (_, comment: string) => {
      page.report({ line, reason: 'comment', message: `A comment was left out: ${quote(comment.trim())}.` });
      return '';
    });
}

/** Reports the title of an attribute list, which readers see while they point at the text. */
function reportTitle(content: string, { page, line }: Place): void {
  const title = /(?:^|[\s:])(?:title|data-title)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/.exec(content);
  if (title)
    page.report({
      line,
      reason: 'unsupported-properties',
      message: `The title ${quote(title[1] ?? title[2] ?? title[3] ?? '')} was left out.`,
    });
}

/** Whether the content of braces is an attribute list: `{ .class #id key="value" }`, with or without a colon. */
function isAttributeList(content: string): boolean {
  const words = content
    .replace(/^:/, '')
    .replace(/"[^"]*"|'[^']*'/g, 'x')
    .split(/[ \t]+/)
    .filter((word) => word !== '');
  return words.length > 0 && words.every((word) => ATTRIBUTE.test(word));
}

const titleOfKey = (key: string): string => titleOfFileName(key.replace(/^["']|["']$/g, ''));

function writeSetIcon(set: string, name: string, { page, line }: Place): string {
  const icon = set.startsWith('fontawesome') ? iconName(name) : undefined;
  if (icon !== undefined) return writeIcon(icon);
  page.report({
    line,
    reason: 'unsupported-icon',
    message: `The icon “${set}-${name}” has no counterpart. It was left out.`,
  });
  return '';
}
