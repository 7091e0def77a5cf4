import { isLiteralRecord, literalText } from '../shared/literals/literal.ts';
import { hasFlag, readAttribute, textAttribute } from '../shared/markup/attributes.ts';
import type { MarkupElement } from '../shared/markup/markup.ts';
import {
  COMMON_COMPONENTS,
  findIncluded,
  isOpen,
  mdxSyntax,
  writeCommonTag,
  writeInclude,
  writeTabsOf,
} from '../shared/markup/mdx-components.ts';
import {
  type Card,
  columnCount,
  gatherItems,
  type HintStyle,
  hasContent,
  iconName,
  leaveOut,
  writeCards,
  writeCodeGroup,
  writeColumns,
  writeContent,
  writeDetails,
  writeExpandable,
  writeHint,
  writeSteps,
} from '../shared/markup/write-containers.ts';
import type { MarkupRules, MarkupWriter, WriteElement } from '../shared/markup/write-markup.ts';
import type { PageContext } from '../shared/site/convert-page.ts';

export const MINTLIFY_SYNTAX = mdxSyntax({}, new Set('Icon Badge Tooltip Highlight'.split(' ')));

const hintOf =
  (style: HintStyle): WriteElement =>
  (element, writer) =>
    writeHint(
      {
        element,
        style,
        title: textAttribute(element.attributes, 'title'),
        icon: iconName(textAttribute(element.attributes, 'icon')),
      },
      writer,
    );

const isTag =
  (...names: readonly string[]) =>
  (element: MarkupElement): boolean =>
    names.includes(element.name);

const writeStepsElement: WriteElement = (element, writer) => {
  const steps = gatherItems(element, isTag('Step')).map(({ item, children }) => ({
    title: textAttribute(item.attributes, 'title'),
    icon: iconName(textAttribute(item.attributes, 'icon')),
    children,
  }));
  if (steps.length === 0) writeContent(element, writer);
  else writeSteps(element.indent, steps, writer);
};

const writeAccordion: WriteElement = (element, writer) => {
  const description = textAttribute(element.attributes, 'description');
  const title = textAttribute(element.attributes, 'title') ?? '';
  writeExpandable(
    {
      element,
      title: description === undefined ? title : `${title} – ${description}`,
      isOpen: isOpen(element),
    },
    writer,
  );
};

function readCard(element: MarkupElement): Card {
  const { attributes } = element;
  return {
    title: textAttribute(attributes, 'title') ?? '',
    icon: iconName(textAttribute(attributes, 'icon')),
    href: textAttribute(attributes, 'href'),
    cover: textAttribute(attributes, 'img'),
    children: element.children,
    indent: element.indent,
  };
}

const writeCard: WriteElement = (element, writer) => writeCards(element.indent, [readCard(element)], writer);

/** Writes a group of cards; other content of the group is written after them. */
const writeCardGroup: WriteElement = (element, writer) => {
  const elements = element.children.filter(hasContent);
  const cards = elements.flatMap((child) =>
    child.kind === 'element' && child.name === 'Card' ? [readCard(child)] : [],
  );
  if (cards.length > 0) writeCards(element.indent, cards, writer);
  const others = elements.filter((child) => child.kind !== 'element' || child.name !== 'Card');
  if (cards.length === 0 && columnCount(element) > 1)
    writeColumns(
      element.indent,
      others.map((child) => [child]),
      writer,
    );
  else writer.write(others);
};

/** A parameter of a call, or a field of an answer: its name and type, then its description. */
const writeField: WriteElement = (element, writer) => {
  const { attributes } = element;
  const name = textAttribute(attributes, 'path', 'query', 'body', 'header', 'name', 'initialValue') ?? '';
  const facts = [
    textAttribute(attributes, 'type'),
    hasFlag(attributes, 'required') ? 'required' : undefined,
    hasFlag(attributes, 'deprecated') ? 'deprecated' : undefined,
    defaultOf(attributes),
  ].filter((fact) => fact !== undefined);
  writer.out.separate();
  const named = name === '' ? '' : `**\`${name.replaceAll('`', '')}\`**`;
  writer.out.text(' '.repeat(element.indent) + [named, facts.join(', ')].filter(Boolean).join(' · '));
  writeContent(element, writer);
};

function defaultOf(attributes: MarkupElement['attributes']): string | undefined {
  const value = readAttribute(attributes, 'default');
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return `default: \`${String(value).replaceAll('`', '')}\``;
}

/** One entry of a change log: its label is a heading. */
const writeUpdate: WriteElement = (element, writer) => {
  const label = textAttribute(element.attributes, 'label');
  const description = textAttribute(element.attributes, 'description');
  writer.out.separate();
  if (label !== undefined) writer.out.text(`${' '.repeat(element.indent)}## ${label}`);
  writer.out.separate();
  if (description !== undefined) writer.out.text(`${' '.repeat(element.indent)}_${description}_`);
  writeContent(element, writer);
};

/** A picture in a frame, with its caption. */
const writeFrame: WriteElement = (element, writer) => {
  writeContent(element, writer);
  const caption = textAttribute(element.attributes, 'caption');
  if (caption !== undefined) writer.out.text(`${' '.repeat(element.indent)}_${caption}_`);
  writer.out.separate();
};

const COMPONENTS: ReadonlyMap<string, WriteElement> = new Map<string, WriteElement>([
  ...COMMON_COMPONENTS,
  ['Note', hintOf('info')],
  ['Info', hintOf('info')],
  ['Callout', hintOf('info')],
  ['Tip', hintOf('success')],
  ['Check', hintOf('success')],
  ['Warning', hintOf('warning')],
  ['Danger', hintOf('danger')],
  ['Tabs', writeTabsOf('Tab')],
  ['Tab', writeContent],
  ['RequestExample', writeCodeGroup],
  ['ResponseExample', writeCodeGroup],
  ['Steps', writeStepsElement],
  ['Step', writeStepAlone],
  ['AccordionGroup', writeContent],
  ['Accordion', writeAccordion],
  ['Expandable', writeAccordion],
  ['CardGroup', writeCardGroup],
  ['Columns', writeCardGroup],
  ['Column', writeContent],
  ['Card', writeCard],
  ['Tile', writeCard],
  ['ParamField', writeField],
  ['ResponseField', writeField],
  ['Update', writeUpdate],
  ['Frame', writeFrame],
  ['Details', writeDetails],
  ['Panel', writeContent],
  ['Latex', writeLatex],
  ['Visibility', writeContent],
  ['Head', leaveOut],
]);

function writeStepAlone(element: MarkupElement, writer: MarkupWriter): void {
  const title = textAttribute(element.attributes, 'title');
  writeSteps(element.indent, [{ title, children: element.children }], writer);
}

function writeLatex(element: MarkupElement, writer: MarkupWriter): void {
  const text = writer.writeApart(element.children, element.indent).replace(/\s+/g, ' ').trim();
  writer.out.block([`${' '.repeat(element.indent)}$$${text}$$`]);
}

/** `<Snippet file="part.mdx" />` names a file below `snippets`. */
function findSnippet(
  element: MarkupElement,
  page: PageContext,
  find: (name: string) => string | undefined,
): WriteElement | undefined {
  const name = element.name === 'Snippet' ? textAttribute(element.attributes, 'file') : undefined;
  const file = name === undefined ? undefined : find(name);
  if (file === undefined) return undefined;
  return (each, writer) => writeInclude(file, { ...each, attributes: new Map() }, { page, writer });
}

export const mintlifyRules = (
  page: PageContext,
  {
    findSnippetFile,
    variables,
  }: { findSnippetFile: (name: string) => string | undefined; variables: unknown },
): MarkupRules => ({
  inlines: {
    isMdx: true,
    hasInterpolation: false,
    hasMath: true,
    writeTag: writeCommonTag,
    findValue: (name) => page.findValue(name) ?? findVariable(name, variables),
  },
  code: { hasBareTitles: true },
  findElement(element) {
    if (element.form === 'alert') return ALERTS.get(element.name.toUpperCase());
    return (
      findSnippet(element, page, findSnippetFile) ??
      findIncluded(element, page) ??
      COMPONENTS.get(element.name)
    );
  },
});

const ALERTS: ReadonlyMap<string, WriteElement> = new Map([
  ['NOTE', hintOf('info')],
  ['IMPORTANT', hintOf('info')],
  ['TIP', hintOf('success')],
  ['WARNING', hintOf('warning')],
  ['CAUTION', hintOf('danger')],
]);

/** `{{name}}` is a variable of the configuration. */
function findVariable(expression: string, variables: unknown): string | undefined {
  const name = /^\{\s*([\w.-]+)\s*\}$/.exec(expression)?.[1];
  const record = variables as Parameters<typeof isLiteralRecord>[0];
  return name !== undefined && isLiteralRecord(record) && Object.hasOwn(record, name)
    ? literalText(record[name])
    : undefined;
}
