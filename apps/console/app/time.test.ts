import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadMessages, t } from '../messages/messages.ts';
import { fullTime, sayDay, sayTime } from './time.tsx';

const NOW = new Date(2026, 5, 15, 1, 30);
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
afterAll(() => vi.unstubAllGlobals());

describe.each([
  [
    'en-GB',
    ['now', '5 minutes ago', '3 hours ago', 'yesterday', '3 days ago', '2 May', '2 May 2025'],
    '1 page found',
    '1,234 pages found',
  ],
  [
    'de-DE',
    ['jetzt', 'vor 5 Minuten', 'vor 3 Stunden', 'gestern', 'vor 3 Tagen', '2. Mai', '2. Mai 2025'],
    '1 Seite gefunden',
    '1.234 Seiten gefunden',
  ],
  [
    'es-MX',
    ['ahora', 'hace 5 minutos', 'hace 3 horas', 'ayer', 'hace 3 días', '2 de mayo', '2 de mayo de 2025'],
    '1 página encontrada',
    '1,234 páginas encontradas',
  ],
  [
    'fr-FR',
    ['maintenant', 'il y a 5 minutes', 'il y a 3 heures', 'hier', 'il y a 3 jours', '2 mai', '2 mai 2025'],
    '1 page trouvée',
    '1 234 pages trouvées',
  ],
  [
    'ja-JP',
    ['今', '5 分前', '3 時間前', '昨日', '3 日前', '5月2日', '2025年5月2日'],
    '1 件のページが見つかりました',
    '1,234 件のページが見つかりました',
  ],
] as const)('%s', (locale, times, one, many) => {
  beforeAll(() => loadMessages([locale]));

  it('says times and counts as its readers do', () => {
    const said = [0, 5, 200, 12 * 60, 3 * 24 * 60].map((minutes) => sayTime(ago(minutes), NOW.getTime()));
    const dates = [new Date(2026, 4, 2), new Date(2025, 4, 2)].map((date) => sayTime(date, NOW.getTime()));
    expect([...said, ...dates]).toEqual(times);
    expect(t('pagesFound', { count: 1 })).toBe(one);
    expect(t('pagesFound', { count: 1234 }).replaceAll(/\s/gu, ' ')).toBe(many);
  });
});

it('counts days from midnight to midnight, and gives the exact time', async () => {
  await loadMessages(['en-US']);
  expect(sayTime(ago(7 * 60), NOW.getTime())).toBe('yesterday');
  expect(sayDay(ago(100), NOW.getTime())).toBe('Yesterday');
  expect(sayDay(ago(60), NOW.getTime())).toBe('Today');
  expect(fullTime(NOW)).toMatch(/^June 15, 2026 at 1:30\sAM$/);
});

it('makes no format again for the next time', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  fullTime(ago(1));
  made.mockClear();
  for (let minutes = 0; minutes < 50; minutes += 1) fullTime(ago(minutes));
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});
