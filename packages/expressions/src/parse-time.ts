const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d{2}):(\d{2})))?$/;

/**
 * The time that a text names, in milliseconds since 1970 in UTC: `2026-12-01`, which is midnight in UTC, or
 * `2026-12-01T09:30:00+02:00`. Undefined for any other text, also for a time without a zone: whose would it be?
 */
export function parseTime(text: string): number | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day, hours, minutes, seconds] = [1, 2, 3, 4, 5, 6].map(part) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0'));
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const [zoneHours, zoneMinutes] = [part(9), part(10)];
  if (hours > 23 || minutes > 59 || seconds > 59 || zoneHours > 23 || zoneMinutes > 59) return undefined;
  const zone = (match[8] === '-' ? -1 : 1) * (zoneHours * 60 + zoneMinutes);
  return date.setUTCHours(hours, minutes - zone, seconds, milliseconds);
}
