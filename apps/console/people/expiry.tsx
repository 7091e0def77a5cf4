import { Time } from '../app/time.tsx';
import { Badge } from '../forms/section.tsx';
import type { Messages } from '../messages/en.ts';
import { t } from '../messages/messages.ts';

/** The times to choose from, in days. */
export const EXPIRIES = ['7', '30', '90', '365', 'never'] as const;

const NAMES: Record<(typeof EXPIRIES)[number], keyof Messages> = {
  '7': 'peopleExpiry7',
  '30': 'peopleExpiry30',
  '90': 'peopleExpiry90',
  '365': 'peopleExpiry365',
  never: 'peopleExpiryNever',
};

export const expiryOptions = (): (readonly [value: string, label: string])[] =>
  EXPIRIES.map((value) => [value, t(NAMES[value])]);

/** The time that a choice means; null: never. */
export const timeOfExpiry = (choice: string, now = Date.now()): string | null =>
  choice === 'never' ? null : new Date(now + Number(choice) * 86_400_000).toISOString();

export const Expiry = ({ at }: { at: string }) =>
  Date.parse(at) <= Date.now() ? <Badge tone="bad">{t('peopleExpired')}</Badge> : <Time at={at} />;
