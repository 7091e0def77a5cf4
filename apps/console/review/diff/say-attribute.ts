import type { Messages } from '../../messages/en.ts';
import { t } from '../../messages/messages.ts';

/** Attributes of pages, files and blocks that have a name in the console. */
const NAMES: Record<string, keyof Messages> = {
  title: 'pageTitle',
  linkTitle: 'linkTitle',
  description: 'pageDescription',
  slug: 'slug',
  document: 'attributeText',
  cover: 'cover',
  emoji: 'attributeEmoji',
  icon: 'icon',
  layout: 'layout',
  variables: 'attributeVariables',
  hidden: 'attributeHidden',
  noIndex: 'attributeNoIndex',
  noRobotsIndex: 'attributeNoRobots',
  condition: 'condition',
  tags: 'tags',
  target: 'attributeTarget',
  link: 'attributeTarget',
  name: 'name',
  label: 'name',
  downloadURL: 'attributeFile',
  size: 'attributeSize',
  contentType: 'attributeFormat',
  dimensions: 'attributeDimensions',
};

/** The name of an attribute. Settings of blocks without a name here are shown as they are written. */
export function sayAttribute(name: string): string {
  const known = NAMES[name];
  return known ? t(known) : name;
}

/** Keys that only programs need. */
const TECHNICAL = new Set(['object', 'kind']);

/** The value of an attribute in words; undefined if it is not set. */
export function sayValue(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(sayValue).join(', ');
  const { url, page, file, width, height } = value as Record<string, unknown>;
  if (typeof url === 'string') return url;
  if (typeof page === 'string' || typeof file === 'string') return String(page ?? file);
  if (typeof width === 'number' && typeof height === 'number' && Object.keys(value).length === 2)
    return `${width} × ${height}`;
  return Object.entries(value)
    .filter(([name, one]) => !TECHNICAL.has(name) && sayValue(one) !== undefined)
    .map(([name, one]) => `${sayAttribute(name)}: ${sayValue(one)}`)
    .join(', ');
}
