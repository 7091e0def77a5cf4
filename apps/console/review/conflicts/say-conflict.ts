/** Conflicts in words: where each is, and the values of each version. */
import type { Conflict } from '../../api/conflicts.ts';
import { nameOf } from '../../app/current.ts';
import type { Messages } from '../../messages/en.ts';
import { currentLocale, t } from '../../messages/messages.ts';
import { nameField, sayValue } from '../../page/say-field.ts';

export type Side = 'base' | 'ours' | 'theirs';
/** A file in one of the versions. */
export type ShownFile = NonNullable<NonNullable<Conflict['files']>[Side]>;

const SETTINGS: Record<string, keyof Messages> = {
  variables: 'conflictVariable',
  tags: 'conflictTag',
  redirects: 'conflictRedirect',
};

/** Where a conflict is, from the outside in. */
export function sayPlace({
  kind,
  page,
  file,
  reusableContent,
  field = '',
  place,
  ours,
  theirs,
}: Conflict): string[] {
  const owner = page
    ? nameOf(page.title, t('untitled'))
    : file
      ? t('conflictFile', { name: file.title ?? '' })
      : reusableContent
        ? t('conflictReusable', { title: nameOf(reusableContent.title, t('untitled')) })
        : '';
  switch (kind) {
    case 'document':
      return [owner, ...sayLocation(place), ...(isItem(ours) || isItem(theirs) ? [t('conflictInList')] : [])];
    case 'page-field':
      return [owner, nameField(field)];
    case 'page-position':
      return [owner, t('conflictPosition')];
    case 'setting': {
      const [setting = '', ...key] = field.split('.');
      const name = SETTINGS[setting];
      return [name ? t(name as 'conflictTag', { name: key.join('.') }) : t('settings')];
    }
    case 'file':
    case 'reusable-content':
      return field === 'title' || field === 'name' ? [owner, nameField('title')] : [owner];
    case 'page-deleted':
      return [owner];
  }
}

/** Whether a text is an item of a list, whose block is what is in it. */
const isItem = (text: unknown): boolean =>
  typeof text === 'string' && /^\s*(?:[*+-]|\d{1,9}[.)])\s/.test(text);

function sayLocation(place: Conflict['place']): string[] {
  if (!place) return [];
  const { headings = [], kind } = place;
  switch (kind) {
    case 'title':
      return [t('pageTitle')];
    case 'front-matter': {
      const { key } = place as { key?: string };
      return [key === undefined ? t('settings') : nameField(key)];
    }
    case 'definition':
      return [t('conflictDefinition', { name: String((place as { label?: string }).label ?? '') })];
    case 'block':
      return [...headings, ...sayBlock(place.blocks)];
    default:
      return [];
  }
}

const BLOCKS: Record<string, keyof Messages> = {
  table: 'conflictInTable',
  code: 'conflictInCode',
  'code-line': 'conflictInCode',
};

function sayBlock(blocks: NonNullable<Conflict['place']>['blocks']): string[] {
  const type = (blocks?.ours ?? blocks?.theirs ?? blocks?.base)?.type ?? '';
  const name = BLOCKS[type];
  return name ? [t(name as 'conflictInTable')] : [];
}

/** The value of a version, for conflicts that are not about text. `findTitle` finds the title of a page. */
export function saySide(
  conflict: Conflict,
  side: Side,
  findTitle: (pageId: string) => string | undefined,
): string {
  const { kind, deletedBy, changedPages = [] } = conflict;
  const value = conflict[side];
  if (kind === 'page-deleted') {
    if (side === 'base') return t('conflictPageWas');
    if (side === deletedBy) return t('conflictDeletes');
    const titles = changedPages.map(({ title }) => nameOf(title, t('untitled')));
    return t('conflictChanges', { pages: listOf(titles) });
  }
  if (kind === 'page-position') {
    const parentId = (value as { parentId?: string | null } | null)?.parentId;
    if (value === null) return t('conflictNothing');
    return parentId === null || parentId === undefined
      ? t('conflictAtTop')
      : t('conflictBelow', { title: nameOf(findTitle(parentId), t('untitled')) });
  }
  if ((kind === 'file' || kind === 'reusable-content') && value === null) return t('conflictDeletes');
  if (kind === 'file' && typeof value === 'object')
    return (value as { name?: string }).name ?? t('conflictChanged');
  if (kind === 'reusable-content' && typeof value === 'object')
    return (value as { title?: string }).title ?? t('conflictChanged');
  return sayValue(value);
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(names);

/** The size, the dimensions and the type of a file. */
export function sayFile({ size, contentType, dimensions }: Omit<ShownFile, 'name' | 'downloadURL'>): string {
  const isSmall = size < 1000;
  const length = new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit: isSmall ? 'byte' : 'kilobyte',
    unitDisplay: isSmall ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(isSmall ? size : size / 1000);
  const pixels = dimensions && `${dimensions.width} × ${dimensions.height}`;
  return [length, pixels, contentType].filter((part) => part !== undefined).join(', ');
}

/** Whether a conflict can be decided with a text of one's own. */
export const canWrite = ({ kind, field = '' }: Conflict): boolean =>
  kind === 'document' || (kind === 'page-field' && ['title', 'linkTitle', 'slug'].includes(field));

/** Whether it can be written in the editor. A title, a definition and a field of the front matter are lines of text. */
export const mayHaveBlocks = ({ kind, place }: Conflict): boolean =>
  kind === 'document' && (place?.kind === 'block' || place?.kind === 'page');
