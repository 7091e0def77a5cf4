import { assertNever } from '../assert-never.ts';
import { type UrlRef, urlRef } from '../content-ref.ts';
import { attributeOf, type HtmlElement, htmlText, isElement } from '../syntax/html.ts';
import {
  type CellValue,
  findOption,
  type ImageCell,
  type SelectOption,
  type TableColumn,
  type TableView,
  type TextColumn,
} from '../table-data.ts';
import type { HtmlSource } from './build-html.ts';
import { type Build, present } from './context.ts';
import { addHtmlTarget } from './inline-elements.ts';

export interface Column {
  definition: TableColumn;
  width: number | undefined;
  isHidden: boolean;
  roles: ReadonlySet<Role>;
}

/** What the column is for on cards, by the attribute that says so. */
const ROLES = {
  'data-card-target': 'targetDefinition',
  'data-card-cover': 'coverDefinition',
  'data-card-cover-dark': 'coverDefinitionDark',
} as const;

type Role = (typeof ROLES)[keyof typeof ROLES];

export const emptyColumn = (id: string): Column => ({
  definition: { id, title: '', type: 'text', textAlignment: 'left' },
  width: undefined,
  isHidden: false,
  roles: new Set(),
});

export function readColumn(source: HtmlSource, cell: HtmlElement, id: string): Column {
  const { attributes } = cell;
  const select = cell.children.find((child) => isElement(child, 'select'));
  const type = select ? 'select' : (attributeOf(attributes, 'data-type') ?? 'text');
  const content = cell.children.filter((child) => child !== select);
  const title = htmlText(content).trim().replace(/\s+/g, ' ');
  const definition = readDefinition({ id, title }, type, attributes, select);
  if (content.some(({ kind }) => kind !== 'text')) definition.titleHtml = textWithout(source, cell, select);
  const width = Number(attributeOf(attributes, 'width') ?? Number.NaN);
  const roles = Object.entries(ROLES).flatMap(([name, role]) => (attributes.has(name) ? [role] : []));
  return {
    definition,
    width: Number.isNaN(width) ? undefined : width,
    isHidden: attributes.has('data-hidden'),
    roles: new Set(roles),
  };
}

/** What is written in an element, without one of its children. */
function textWithout(
  { text }: HtmlSource,
  { innerStart, innerEnd }: HtmlElement,
  child: HtmlElement | undefined,
): string {
  const { start, end } = child ?? { start: innerEnd, end: innerEnd };
  return text.slice(innerStart, start) + text.slice(end, innerEnd);
}

/** Columns of a type that is not known hold text. */
function readDefinition(
  base: { id: string; title: string },
  type: string,
  attributes: HtmlElement['attributes'],
  select: HtmlElement | undefined,
): TableColumn {
  const multiple = attributes.has('data-multiple') || (select?.attributes.has('multiple') ?? false);
  switch (type) {
    case 'rating':
      return { ...base, type, max: Number(attributeOf(attributes, 'data-max') ?? 5) || 5 };
    case 'users':
      return { ...base, type, multiple };
    case 'select':
      return { ...base, type, multiple, options: readOptions(select) };
    case 'number':
    case 'checkbox':
    case 'files':
    case 'content-ref':
    case 'image':
      return { ...base, type };
    default: {
      const align = attributeOf(attributes, 'align');
      const vertical = attributeOf(attributes, 'valign');
      return {
        ...base,
        type: 'text',
        textAlignment: align === 'center' || align === 'right' ? align : 'left',
        ...(vertical === 'top' || vertical === 'middle' || vertical === 'bottom'
          ? { verticalAlignment: vertical }
          : {}),
      };
    }
  }
}

const readOptions = (select: HtmlElement | undefined): SelectOption[] =>
  (select?.children ?? []).flatMap((option) =>
    option.kind === 'element' && option.name === 'option'
      ? [
          {
            value: attributeOf(option.attributes, 'value') ?? '',
            label: attributeOf(option.attributes, 'label') ?? '',
            color: attributeOf(option.attributes, 'color') ?? '',
          },
        ]
      : [],
  );

export function readView({ attributes }: HtmlElement, columns: readonly Column[]): TableView {
  const idOf = (role: Role): string | undefined =>
    columns.find(({ roles }) => roles.has(role))?.definition.id;
  const shown = columns.filter(({ isHidden }) => !isHidden).map(({ definition }) => definition.id);
  if (attributeOf(attributes, 'data-view') === 'cards') {
    const wrap = attributeOf(attributes, 'data-card-wrap');
    return {
      type: 'cards',
      columns: shown,
      cardSize: attributeOf(attributes, 'data-card-size') === 'large' ? 'large' : 'medium',
      ...present({
        targetDefinition: idOf('targetDefinition'),
        coverDefinition: idOf('coverDefinition'),
        coverDefinitionDark: idOf('coverDefinitionDark'),
      }),
      ...(attributes.has('data-column-title-hidden') ? { hideColumnTitle: true } : {}),
      ...(wrap === undefined ? {} : { wrap: wrap !== 'false' }),
      ...columnWidths(columns),
    };
  }
  return {
    type: 'grid',
    columns: shown,
    hideHeader: attributes.has('data-header-hidden'),
    ...(attributes.has('data-header-sticky') ? { stickyHeader: true } : {}),
    ...(attributes.has('data-column-sticky') ? { stickyFirstColumn: true } : {}),
    ...columnWidths(columns),
  };
}

function columnWidths(columns: readonly Column[]): Pick<TableView, 'columnWidths'> {
  const widths = columns.flatMap(({ definition, width }) =>
    width === undefined ? [] : [[definition.id, width] as const],
  );
  return widths.length === 0 ? {} : { columnWidths: Object.fromEntries(widths) };
}

/** The value of a typed cell; undefined for an empty one. */
export function readValue(
  build: Build,
  source: HtmlSource,
  cell: HtmlElement,
  definition: Exclude<TableColumn, TextColumn>,
): CellValue | undefined {
  const text = htmlText(cell.children).trim();
  const links = cell.children.flatMap((child) => {
    const href = child.kind === 'element' && child.name === 'a' ? child.attributes.get('href') : undefined;
    return href ? [href] : [];
  });
  switch (definition.type) {
    case 'number':
    case 'rating':
      return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
    case 'checkbox':
      return text === '' ? undefined : text === 'true';
    case 'select':
      return cell.children.flatMap((child) => {
        const option = child.kind === 'element' ? attributeOf(child.attributes, 'data-option') : undefined;
        if (option === undefined || findOption(definition, option)) return option ?? [];
        // One span may name several options.
        return option.split(',').map((part) => part.trim());
      });
    case 'files':
      for (const href of links) addHtmlTarget(build, href, 'file', source.locate);
      return links.length === 0 ? undefined : links.map(({ value }) => value);
    case 'users':
      for (const href of links) addHtmlTarget(build, href, 'mention', source.locate);
      return links.length === 0 ? undefined : links.map(({ value }) => value);
    case 'content-ref':
      if (links[0]) addHtmlTarget(build, links[0], 'content-ref', source.locate);
      return links[0] ? urlRef(links[0].value) : undefined;
    case 'image':
      return readImageValue(build, source, cell, links[0]);
    default:
      return assertNever(definition);
  }
}

function readImageValue(
  build: Build,
  source: HtmlSource,
  cell: HtmlElement,
  link: { value: string; start: number; end: number } | undefined,
): UrlRef | ImageCell | undefined {
  const image = cell.children.find((child) => isElement(child, 'img'));
  const target = link ?? image?.attributes.get('src');
  if (!target) return undefined;
  addHtmlTarget(build, target, 'image', source.locate);
  const fit = attributeOf(cell.attributes, 'data-object-fit');
  const alt = image && attributeOf(image.attributes, 'alt');
  if (!fit && !alt) return urlRef(target.value);
  const objectFit = fit === 'contain' || fit === 'fill' || fit === 'cover' ? fit : undefined;
  return { ref: urlRef(target.value), ...present({ objectFit, alt }) };
}
