import { escapeHtml } from '@lectern/markdown/syntax/html';
import { writeTag } from '@lectern/markdown/syntax/tag';
import { escapeDestination } from '@lectern/markdown/write/destination';
import { textAttribute } from '../shared/markup/attributes.ts';
import {
  COMMON_COMPONENTS,
  findHint,
  findIncluded,
  mdxSyntax,
  writeAdmonitionTag,
  writeCommonTag,
} from '../shared/markup/mdx-components.ts';
import { HINT_STYLES, leaveOut, writeContent } from '../shared/markup/write-containers.ts';
import type { MarkupRules, WriteElement } from '../shared/markup/write-markup.ts';
import type { PageContext } from '../shared/site/convert-page.ts';
import { LIST_OF_CHILDREN } from '../shared/site/list-children.ts';

export const DOCUSAURUS_SYNTAX = mdxSyntax(
  { hasDirectives: true, hasAlerts: false },
  new Set('Link Translate Highlight Icon Badge Tooltip'.split(' ')),
);

/** A page that only leads to another one becomes a link to it. */
const writeRedirect: WriteElement = ({ attributes, indent }, { out }) => {
  const to = textAttribute(attributes, 'to');
  if (to === undefined) return;
  const blanks = ' '.repeat(indent);
  out.block([
    `${blanks}${writeTag('content-ref', { url: to })}`,
    `${blanks}[${escapeHtml(to)}](${escapeDestination(to)})`,
    `${blanks}{% endcontent-ref %}`,
  ]);
};

/** The pages of a category, which are known only after the page. */
const writeCardList: WriteElement = ({ attributes, indent, line }, { out, report }) => {
  const items = attributes.get('items');
  if (items && !/useCurrentSidebarCategory\(\)\.items/.test(items.text))
    report({
      line,
      reason: 'unsupported-properties',
      message: 'The items of <DocCardList> are computed. The pages of the category were listed.',
    });
  out.block([`${' '.repeat(indent)}${LIST_OF_CHILDREN}`]);
};

const COMPONENTS: ReadonlyMap<string, WriteElement> = new Map<string, WriteElement>([
  ...COMMON_COMPONENTS,
  ['Admonition', writeAdmonitionTag],
  ['TabItem', writeContent],
  ['BrowserOnly', writeContent],
  ['TOCInline', leaveOut],
  ['Redirect', writeRedirect],
  ['DocCardList', writeCardList],
]);

/** Rules that turn the markup of Docusaurus into our dialect. */
export const docusaurusRules = (page: PageContext, hasMath: boolean): MarkupRules => ({
  inlines: {
    isMdx: true,
    hasInterpolation: false,
    hasMath: hasMath && 'spaced',
    writeTag: writeCommonTag,
    findValue: page.findValue,
  },
  code: { hasBareTitles: false },
  findElement(element) {
    if (element.form === 'directive' && HINT_STYLES.has(element.name)) return findHint(element);
    if (element.form === 'directive' && element.name === 'details') return COMPONENTS.get('details');
    if (element.form !== 'tag') return undefined;
    return findIncluded(element, page) ?? COMPONENTS.get(element.name);
  },
});
