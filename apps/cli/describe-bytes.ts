const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function describeBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1000 ** power).toFixed(1)} ${UNITS[power]}`;
}
