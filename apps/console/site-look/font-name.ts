/** The weights by the words in the names of files, the longer words first. */
const WEIGHTS = [
  ['extralight', 200],
  ['semibold', 600],
  ['extrabold', 800],
  ['medium', 500],
  ['black', 900],
  ['light', 300],
  ['bold', 700],
  ['thin', 100],
] as const;
const MAX_FAMILY_LENGTH = 50;

/** The family and the weight that the name of a file of a font says. */
export function readFontName(fileName: string): { family: string; weight: number } {
  const stem = fileName.replace(/\.\w+$/, '');
  const words = stem.toLowerCase().replace(/[^a-z]/g, '');
  const weight = WEIGHTS.find(([word]) => words.includes(word))?.[1] ?? 400;
  const family = (stem.split(/[-_.](?=[A-Z\d]|regular|bold)/)[0] ?? '')
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .trim();
  return { family: family.slice(0, MAX_FAMILY_LENGTH) || 'Font', weight };
}
