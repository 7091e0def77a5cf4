import {
  attributeOf,
  classesOf,
  findByTag,
  findElement,
  type HtmlElement,
  lineOf,
  textOf,
} from '@lectern/html/html-tree';
import { codeOf } from '@lectern/markdown/block-factories';
import type { Block, CodeData } from '@lectern/markdown/document';

const LANGUAGE = /^(?:language|lang|highlight-source|highlight|brush:|sourceCode-|code-)[-:]?([\w+#.-]+)$/i;
const GUTTERS = /(?:^|-|_)(?:linenos?|lineno|line-?numbers?|gutter|lnt?|copy|clipboard)(?:-|_|$)/i;
const NO_LANGUAGES = new Set([
  'none',
  'text',
  'plain',
  'plaintext',
  'block',
  'wrapper',
  'box',
  'container',
  'highlight',
  'toolbar',
]);

/** `<pre>`, and what highlighters make of it. */
export function buildCode(pre: HtmlElement, title?: string): Block {
  const code = findByTag(pre, 'code');
  const syntax = languageOf(code) ?? languageOf(pre) ?? languageOfParents(pre);
  const named =
    title ?? attributeOf(pre, 'data-title') ?? attributeOf(pre, 'title') ?? attributeOf(pre, 'data-filename');
  const data: CodeData = {
    ...(syntax ? { syntax } : {}),
    ...(named?.trim() ? { title: named.trim() } : {}),
  };
  return codeOf(codeText(pre), data);
}

/** Highlighters that make an element of each line leave the line breaks out. */
function codeText(pre: HtmlElement): string {
  const lines: string[] = [];
  const container = findElement(pre, (element) => element.tagName === 'code') ?? pre;
  const elements = container.childNodes.filter((node) => 'tagName' in node) as HtmlElement[];
  const areLines =
    elements.length > 1 &&
    elements.every(
      (element) =>
        element.tagName === 'div' ||
        classesOf(element).some((name) => /^(?:line|token-line|code-line)$/.test(name)),
    );
  if (areLines) for (const element of elements) lines.push(textOf(element, isGutter).replace(/\n$/, ''));
  const text = areLines ? lines.join('\n') : textOf(pre, isGutter);
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n/, '')
    .replace(/(?<!\s)\s+$/, '');
}

const isGutter = (element: HtmlElement): boolean =>
  element.tagName === 'button' || classesOf(element).some((name) => GUTTERS.test(name));

function languageOf(element: HtmlElement | undefined): string | undefined {
  if (!element) return undefined;
  const given = attributeOf(element, 'data-lang') ?? attributeOf(element, 'data-language');
  const named = given ?? classesOf(element).flatMap((name) => LANGUAGE.exec(name)?.[1] ?? [])[0];
  const language = named?.toLowerCase().replace(/[^\w+#.-]/g, '');
  return language && !NO_LANGUAGES.has(language) ? language : undefined;
}

/** `<div class="highlight-source-js"><pre>`, `<div class="language-js"><div><pre>`. */
function languageOfParents(pre: HtmlElement): string | undefined {
  let parent = pre.parentNode;
  for (let level = 0; level < 3 && parent && 'tagName' in parent; level += 1) {
    const language = languageOf(parent);
    if (language) return language;
    parent = parent.parentNode;
  }
  return undefined;
}

/** `<table class="highlighttable">`: line numbers in one cell, the code in the other. */
export function findCodeOfTable(table: HtmlElement): HtmlElement | undefined {
  const isCode = classesOf(table).some((name) =>
    /^(?:highlighttable|rouge-table|lntable|codehilitetable)$/i.test(name),
  );
  if (!isCode) return undefined;
  let last: HtmlElement | undefined;
  findElement(table, (element) => {
    if (element.tagName === 'pre' && !/^[\d\s]*$/.test(lineOf(element))) last = element;
    return false;
  });
  return last;
}
