import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';

const NAMES: Record<string, keyof Messages> = {
  title: 'pageTitle',
  description: 'pageDescription',
  linkTitle: 'linkTitle',
  slug: 'slug',
  icon: 'icon',
  emoji: 'icon',
  cover: 'cover',
  condition: 'condition',
  tags: 'tags',
  layout: 'layout',
  hidden: 'hiddenInNavigation',
  noIndex: 'hiddenInSearch',
  noRobotsIndex: 'hiddenFromEngines',
};

/** The name of a field of a page. */
export const nameField = (field: string): string => {
  const name = NAMES[field];
  return name ? t(name as 'slug') : field;
};

/** A value as a reader understands it. */
export function sayValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('conflictNothing');
  if (typeof value === 'boolean') return t(value ? 'settingOn' : 'settingOff');
  if (Array.isArray(value)) return value.map((item: { tag?: string }) => item.tag ?? '').join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => `${name}: ${sayValue(part)}`)
      .join(', ');
  return String(value);
}
