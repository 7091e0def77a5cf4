/** Finds texts of the console that a page shows in English, or as the key of a text, to somebody with another language. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** The catalogues of the console, each a folder; the common texts are beside them. */
const MESSAGES = fileURLToPath(new URL('../../apps/console/messages/', import.meta.url));

async function readAll(language: string): Promise<Record<string, string>> {
  const folders = readdirSync(MESSAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = [`${language}.ts`, ...folders.map(({ name }) => `${name}/${language}.ts`)];
  const modules = await Promise.all(
    files.map((file) => import(`${MESSAGES}${file}`) as Promise<Record<string, Record<string, string>>>),
  );
  return Object.assign({}, ...modules.flatMap((module) => Object.values(module)));
}

/** Words that only English has among the languages of the console. */
const ENGLISH =
  /(?<![\p{L}\p{M}'-])(?:the|this|these|with|your|you|cannot|been|which|there|and)(?![\p{L}\p{M}'-])/iu;

/**
 * Everything that a page shows or reads out, except what people wrote. A rendered document is shown as its readers see
 * it, with labels in the language of its site.
 */
const TEXTS = `(() => {
  const found = new Set();
  const written = '[contenteditable], .ProseMirror, .document, textarea, iframe, code, pre, [translate=no], script, style, noscript, template';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || parent.closest(written) || !parent.checkVisibility()) continue;
    found.add(node.textContent.trim());
  }
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt], [aria-description]')) {
    if (element.closest(written)) continue;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'])
      if (element.hasAttribute(name)) found.add(element.getAttribute(name).trim());
  }
  found.add(document.title.replace(/ – Lectern$/, ''));
  return [...found].filter((text) => /\\p{L}{2}/u.test(text));
})()`;

/** Returns a function that lists the texts of a page that are not in the language. */
export async function findUntranslatedIn(language: string): Promise<(page: Page) => Promise<string[]>> {
  const [own, other] = await Promise.all([readAll('en'), readAll(language)]);
  const formsOf = (text = ''): string[] =>
    /^\w+=/.test(text) ? text.split('|').map((form) => form.slice(form.indexOf('=') + 1)) : [text];
  const translated = new Set(Object.values(other).flatMap(formsOf));
  const wrong = new Set(
    Object.values(own)
      .flatMap(formsOf)
      .filter((text) => !translated.has(text)),
  );
  const keys = new Set(Object.keys(own).filter((key) => /[A-Z-]/.test(key)));
  const isEnglish = (text: string): boolean => language !== 'en' && (wrong.has(text) || ENGLISH.test(text));
  return async (page) =>
    ((await page.evaluate(TEXTS)) as string[]).flatMap((text) =>
      keys.has(text) ? [`the key ${text}`] : isEnglish(text) ? [`“${text}” is English`] : [],
    );
}
