import { currentLocale } from '../messages/messages.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A number of bytes in words, such as “1.2 MB”. */
export function saySize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return (bytes / 1000 ** power).toLocaleString(currentLocale(), {
    style: 'unit',
    unit: UNITS[power] as string,
    // Short names have no plural: “0 byte”.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}
