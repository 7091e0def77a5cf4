/** Names that browsers still list, and those that the places have now. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** Lists the time zones that the browser knows and whose names contain all words, UTC first. */
export function findTimeZones(text: string, limit: number): string[] {
  const words = text
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter((word) => word !== '');
  const found: string[] = [];
  for (const listed of new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])) {
    const name = RENAMED[listed] ?? listed;
    const searched = `${name} ${listed}`.toLowerCase();
    if (words.every((word) => searched.includes(word))) found.push(name);
    if (found.length === limit) break;
  }
  return found;
}
