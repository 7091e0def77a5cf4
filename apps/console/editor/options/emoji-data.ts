/** Emoji with their names in the language of the console. */
import { currentLanguage } from '../../messages/messages.ts';

export type Emoji = readonly [emoji: string, name: string, words: string, codes: string];

const LISTS: Record<string, () => Promise<{ emoji: readonly Emoji[] }>> = {
  en: () => import('lectern:emoji/en'),
  de: () => import('lectern:emoji/de'),
  es: () => import('lectern:emoji/es'),
  fr: () => import('lectern:emoji/fr'),
  ja: () => import('lectern:emoji/ja'),
};

let loading: Promise<readonly Emoji[]> | undefined;

const load = (): Promise<readonly Emoji[]> => {
  const own = LISTS[currentLanguage()] ?? LISTS.en;
  loading ??= (own as () => Promise<{ emoji: readonly Emoji[] }>)().then(({ emoji }) => emoji);
  return loading;
};

/** Emoji that have all words of a query; those whose names begin with it come first. */
export async function findEmoji(query: string, most: number): Promise<Emoji[]> {
  const all = await load();
  const words = query
    .toLocaleLowerCase()
    .split(/[\s_]+/)
    .filter((word) => word !== '');
  const found: { emoji: Emoji; rank: number }[] = [];
  for (const emoji of all) {
    const [, name, more, codes] = emoji;
    const text = `${name} ${more} ${codes}`.toLocaleLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const [first = ''] = words;
    const isWhole = codes.split(' ').includes(query.toLowerCase());
    found.push({ emoji, rank: isWhole ? 0 : name.toLocaleLowerCase().startsWith(first) ? 1 : 2 });
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ emoji }) => emoji);
}
