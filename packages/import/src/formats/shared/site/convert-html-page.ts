import type { HtmlNode, parseHtml } from '@lectern/html/html-tree';
import { replaceTargets } from '@lectern/markdown/edit-markdown';
import { convertHtml } from '../../../html/convert-html.ts';
import type { HtmlRules } from '../../../html/html-context.ts';
import { targetFrom } from '../paths.ts';
import type { Problems } from '../problems.ts';
import type { ConvertedPage } from './convert-page.ts';

/** Longer pages are omitted, because converting one needs several times its length in memory. */
const MAX_LENGTH = 20_000_000;

export interface HtmlPageOptions {
  path: string;
  /** The line of the file on which the HTML begins, if it is not the first one. */
  firstLine?: number | undefined;
  rules?: HtmlRules | undefined;
  selectContent?: ((document: ReturnType<typeof parseHtml>) => HtmlNode[]) | undefined;
  /** The target in the source, counted from its root; undefined if it stays. */
  resolve(target: string): string | undefined;
}

/** Converts a page that is HTML, or a part of one. */
export function convertHtmlPage(
  html: string,
  { path, firstLine, rules, selectContent, resolve }: HtmlPageOptions,
  problems: Problems,
): ConvertedPage & { title: string | undefined; description: string | undefined } {
  if (html.length > MAX_LENGTH) {
    problems.report({
      path,
      reason: 'page-too-long',
      message: 'The page is too long to be converted. It was left out.',
    });
    return {
      path,
      frontMatter: {},
      heading: undefined,
      title: undefined,
      description: undefined,
      markdown: '',
    };
  }
  const converted = convertHtml(html, { path, firstLine, rules, selectContent });
  for (const problem of converted.problems) problems.report(problem);
  const markdown = replaceTargets(converted.markdown, ({ raw, kind }) => {
    const target = kind === 'embed' ? undefined : resolve(raw);
    return target === undefined ? undefined : targetFrom(target, path);
  });
  const { title, description } = converted;
  return { path, frontMatter: {}, heading: title, title, description, markdown };
}
