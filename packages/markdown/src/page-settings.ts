import { cutText } from '@lectern/std/cut-text';
import { isRecord } from '@lectern/std/is-record';
export interface WithFrontMatter {
  /** Absent when the document has no front matter, or one of which nothing can be read. */
  frontMatter?: Record<string, unknown>;
  /** The condition of the page. One that is not understood is no expression, and never holds. */
  condition?: string;
}

/** The settings in a page's front matter, without values of wrong types. */
export interface PageSettings {
  description?: string;
  icon?: string;
  hidden: boolean;
  noIndex: boolean;
  noRobotsIndex: boolean;
  layout: PageLayout;
  cover?: { light: string; dark?: string; yPos: number; height?: number };
  tags: { slug: string; isPrimary: boolean }[];
  variables?: Record<string, string | number | boolean>;
  alternates: string[];
  canonical?: string;
  condition?: string;
}

interface PageLayout {
  width: 'default' | 'wide';
  cover: boolean;
  coverSize: 'full' | 'hero' | 'background';
  coverMask: 'radial' | 'none';
  title: boolean;
  description: boolean;
  tableOfContents: boolean;
  outline: boolean;
  pagination: boolean;
  metadata: boolean;
  tags: boolean;
  actions: boolean;
  anchors: boolean;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const MAX_ICON_LENGTH = 50;

export function readPageSettings({
  frontMatter: front = {},
  condition = textOf(front.if),
}: WithFrontMatter): PageSettings {
  const description = textOf(front.description);
  const icon = textOf(front.icon);
  const cover = readCover(front);
  const variables = readVariables(front.vars);
  const metaLinks = isRecord(front.metaLinks) ? front.metaLinks : {};
  const canonical = textOf(metaLinks.canonical);
  return {
    ...(description ? { description } : {}),
    ...(icon && icon.length <= MAX_ICON_LENGTH ? { icon } : {}),
    hidden: front.hidden === true,
    noIndex: front.noIndex === true,
    noRobotsIndex: front.noRobotsIndex === true,
    layout: readLayout(front.layout, cover !== undefined),
    ...(cover ? { cover } : {}),
    tags: readTags(front.tags),
    ...(variables ? { variables } : {}),
    alternates: listOfTexts(metaLinks.alternates),
    ...(canonical ? { canonical } : {}),
    ...(condition ? { condition } : {}),
  };
}

function readLayout(value: unknown, hasCover: boolean): PageLayout {
  const layout = isRecord(value) ? value : {};
  const part = (name: string): Record<string, unknown> => (isRecord(layout[name]) ? layout[name] : {});
  const isVisible = (name: string, fallback: boolean): boolean => {
    const { visible } = part(name);
    return typeof visible === 'boolean' ? visible : fallback;
  };
  const { size, mask } = part('cover');
  return {
    width: layout.width === 'wide' ? 'wide' : 'default',
    cover: isVisible('cover', hasCover),
    coverSize: size === 'full' || size === 'background' ? size : 'hero',
    coverMask: mask === 'radial' ? 'radial' : 'none',
    title: isVisible('title', true),
    description: isVisible('description', true),
    tableOfContents: isVisible('tableOfContents', true),
    outline: isVisible('outline', true),
    pagination: isVisible('pagination', true),
    metadata: isVisible('metadata', true),
    tags: isVisible('tags', true),
    actions: isVisible('actions', true),
    anchors: isVisible('anchors', true),
  };
}

function readCover(front: Record<string, unknown>): PageSettings['cover'] {
  const { cover } = front;
  const light = textOf(isRecord(cover) ? cover.light : cover);
  if (!light) return undefined;
  const dark = isRecord(cover) ? textOf(cover.dark) : undefined;
  const yPos = typeof front.coverY === 'number' && Number.isFinite(front.coverY) ? front.coverY : 0;
  const height =
    typeof front.coverHeight === 'number' ? Math.min(700, Math.max(10, front.coverHeight)) : undefined;
  return { light, ...(dark ? { dark } : {}), yPos, ...(height === undefined ? {} : { height }) };
}

function readTags(value: unknown): PageSettings['tags'] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((tag: unknown) => {
    const slug = textOf(isRecord(tag) ? tag.tag : tag);
    return slug ? [{ slug, isPrimary: isRecord(tag) && tag.primary === true }] : [];
  });
}

const MAX_VARIABLE_LENGTH = 256;

/** Returns only values that a variable can have. */
function readVariables(value: unknown): Record<string, string | number | boolean> | undefined {
  if (!isRecord(value)) return undefined;
  const variables: Record<string, string | number | boolean> = {};
  for (const [name, variable] of Object.entries(value)) {
    if (typeof variable === 'string') variables[name] = cutText(variable, MAX_VARIABLE_LENGTH);
    else if (typeof variable === 'boolean') variables[name] = variable;
    else if (typeof variable === 'number' && Number.isFinite(variable)) variables[name] = variable;
  }
  return variables;
}

const listOfTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []) : [];
