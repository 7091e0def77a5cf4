import { escapeHtml } from '@lectern/markdown/syntax/html';
import { isLiteralList, isLiteralRecord, literalText } from '../literals/literal.ts';
import type { PageContext } from '../site/convert-page.ts';
import { isPage } from '../site/convert-page.ts';
import { hasFlag, readAttribute, textAttribute } from './attributes.ts';
import type { ComponentTag } from './component-tag.ts';
import type { MarkupElement, MarkupNode, MarkupSyntax, TagKind } from './markup.ts';
import { htmlTagKind } from './markup.ts';
import {
  gatherItems,
  HINT_STYLES,
  hasContent,
  leaveOutHead,
  writeCodeGroup,
  writeContent,
  writeDetails,
  writeDivision,
  writeEmbed,
  writeHint,
  writeIcon,
  writeTabs,
} from './write-containers.ts';
import type { MarkupWriter, WriteElement } from './write-markup.ts';

/** Elements of HTML that hold blocks. */
export const HTML_ELEMENTS: ReadonlyMap<string, WriteElement> = new Map<string, WriteElement>([
  ['details', writeDetails],
  ['summary', writeContent],
  ...'div section center aside main header footer article nav'
    .split(' ')
    .map((name): [string, WriteElement] => [name, writeDivision]),
  ...'iframe video audio'.split(' ').map((name): [string, WriteElement] => [name, writeEmbed]),
]);

/** How the tags of MDX are read. */
function mdxTagKind(name: string, inlineNames: ReadonlySet<string>): TagKind {
  if (name === '') return 'block';
  if (inlineNames.has(name)) return 'inline';
  return /^[a-z][a-z0-9]*$/.test(name) ? htmlTagKind(name) : 'either';
}

export const mdxSyntax = (
  parts: Partial<MarkupSyntax>,
  inlineNames: ReadonlySet<string> = new Set(),
): MarkupSyntax => ({
  isMdx: true,
  hasDirectives: false,
  hasAdmonitions: false,
  hasAlerts: true,
  tagKind: (name) => mdxTagKind(name, inlineNames),
  ...parts,
});

const isNamed =
  (...names: readonly string[]) =>
  ({ form, name }: MarkupElement): boolean =>
    form === 'tag' && names.includes(name);

/** `:::name[Title]` and its relatives, whose names are those of hints. */
export function findHint({ form, name, label, attributes }: MarkupElement): WriteElement | undefined {
  if (form === 'tag') return undefined;
  const style = HINT_STYLES.get(name.toLowerCase());
  if (!style) return undefined;
  return (element, writer) =>
    writeHint({ element, style, title: label ?? textAttribute(attributes, 'title') }, writer);
}

/** `<Tabs>` with items of some names. */
export const writeTabsOf =
  (...itemNames: readonly string[]): WriteElement =>
  (element, writer) => {
    const items = gatherItems(element, isNamed(...itemNames));
    if (items.length === 0) {
      writeContent(element, writer);
      return;
    }
    const labels = readTabLabels(element);
    const tabs = items.map(({ item, children }, i) => {
      const value = textAttribute(item.attributes, 'value');
      const title =
        textAttribute(item.attributes, 'label', 'title', 'name') ??
        labels.get(value ?? '') ??
        value ??
        `Tab ${i + 1}`;
      return { title, icon: textAttribute(item.attributes, 'icon'), write: () => writer.write(children) };
    });
    writeTabs(element.indent, tabs, writer);
  };

/** The labels that `<Tabs values={[{label, value}]}>` gives to its items. */
function readTabLabels({ attributes }: MarkupElement): Map<string, string> {
  const labels = new Map<string, string>();
  const values = readAttribute(attributes, 'values');
  if (!isLiteralList(values)) return labels;
  for (const each of values) {
    if (!isLiteralRecord(each)) continue;
    const value = literalText(each.value);
    const label = literalText(each.label);
    if (value !== undefined && label !== undefined) labels.set(value, label);
  }
  return labels;
}

/** `<CodeBlock language="js">{`…`}</CodeBlock>`. */
const writeCodeBlock: WriteElement = (element, writer) => {
  const [content] = element.children.filter(hasContent);
  const text = content?.kind === 'raw' ? content.text : content?.kind === 'text' ? joinLines(content) : '';
  const template = /^\s*\{\s*`([^`]*)`\s*\}\s*$/.exec(text)?.[1];
  const isExpression = /^\s*\{/.test(text);
  if (template === undefined && (isExpression || text === '')) {
    writer.report({
      line: element.line,
      reason: 'unsupported-expression',
      message: `The code of <${element.name}> is computed. It was left out.`,
    });
    return;
  }
  const title = textAttribute(element.attributes, 'title');
  const language = textAttribute(element.attributes, 'language', 'lang') ?? '';
  writer.write([
    {
      kind: 'code',
      fence: '```',
      info: `${language}${title === undefined ? '' : ` title="${title.replaceAll('"', "'")}"`}`,
      lines: (template ?? text).replace(/^\n/, '').trimEnd().split('\n'),
      indent: element.indent,
      line: element.line,
    },
  ]);
};

const joinLines = (node: Extract<MarkupNode, { kind: 'text' }>): string =>
  node.lines.map(({ text }) => text).join('\n');

/** Components that several tools have under one name. */
export const COMMON_COMPONENTS: ReadonlyMap<string, WriteElement> = new Map<string, WriteElement>([
  ...HTML_ELEMENTS,
  ['', writeContent],
  ['Details', writeDetails],
  ['Tabs', writeTabsOf('TabItem', 'Tab')],
  ['CodeGroup', writeCodeGroup],
  ['CodeBlock', writeCodeBlock],
  ['Head', leaveOutHead],
]);

/** `<Admonition type="tip" title="…">`. */
export const writeAdmonitionTag: WriteElement = (element, writer) => {
  const type = textAttribute(element.attributes, 'type') ?? 'note';
  const title = textAttribute(element.attributes, 'title');
  writeHint({ element, style: HINT_STYLES.get(type) ?? 'info', title }, writer);
};

/** A component that is the content of another file of the source, or undefined. */
export function findIncluded(element: MarkupElement, page: PageContext): WriteElement | undefined {
  if (element.form !== 'tag') return undefined;
  const file = page.findImport(element.name);
  if (file === undefined || !isPage(file)) return undefined;
  return (each, writer) => writeInclude(file, each, { page, writer });
}

export function writeInclude(
  file: string,
  element: { indent: number; line: number; name: string; attributes: MarkupElement['attributes'] },
  { page, writer }: { page: PageContext; writer: MarkupWriter },
): void {
  if (element.attributes.size > 0)
    writer.report({
      line: element.line,
      reason: 'unsupported-properties',
      message: `The properties of <${element.name}> were left out, because included content is the same everywhere.`,
    });
  writer.out.block([
    `${' '.repeat(element.indent)}{% include "${page.include(file).replaceAll('"', '%22')}" %}`,
  ]);
}

/** Tags within text that several tools have. */
export function writeCommonTag(tag: ComponentTag): string | undefined {
  switch (tag.name) {
    case 'Icon': {
      const icon = textAttribute(tag.attributes, 'icon', 'name');
      return tag.isClosing || icon === undefined ? '' : writeIcon(icon);
    }
    case 'Badge':
    case 'Tooltip':
    case 'Highlight':
    case 'Translate':
    case 'u':
    case 'ins':
    case 'span':
    case 'big':
    case 'small':
    case 'font':
      return writeLabel(tag);
    case 'Link':
    case 'NavLink': {
      const to = textAttribute(tag.attributes, 'to', 'href');
      return tag.isClosing
        ? '</a>'
        : to === undefined
          ? ''
          : `<a href="${escapeHtml(to).replaceAll('"', '&#x22;')}"${writeTitle(tag)}>`;
    }
    default:
      return undefined;
  }
}

function writeTitle({ attributes }: ComponentTag): string {
  const title = textAttribute(attributes, 'title');
  return title === undefined ? '' : ` title="${escapeHtml(title).replaceAll('"', '&#x22;')}"`;
}

/** `<Badge type="tip" text="new" />` of VitePress: the text is an attribute. */
function writeLabel({ name, attributes, isClosing }: ComponentTag): string {
  if (name !== 'Badge' || isClosing) return '';
  const text = textAttribute(attributes, 'text');
  return text === undefined ? '' : `**${text}**`;
}

export const isOpen = ({ attributes }: MarkupElement): boolean =>
  hasFlag(attributes, 'open') || hasFlag(attributes, 'defaultOpen');
