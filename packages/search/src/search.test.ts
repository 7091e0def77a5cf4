import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomPages } from '../test/random-pages.ts';
import { writeSegment } from '../test/write-segment.ts';
import { editsAllowed } from './edit-distance.ts';
import type { IndexedPage } from './indexed-page.ts';
import type { RankedPage } from './ranked-page.ts';
import { worthOfPage } from './ranking.ts';
import { type SearchedSegment, search } from './search.ts';
import { Segment } from './segment.ts';
import { tokenize } from './tokenize.ts';

type Parts = Partial<Omit<IndexedPage, 'pageId' | 'key'>>;

function searchedOf(
  pages: readonly IndexedPage[],
  isLive: (page: IndexedPage) => boolean = () => true,
): SearchedSegment {
  return {
    segment: Segment.open(writeSegment(pages, null)),
    live: Uint8Array.from(pages, (page) => (isLive(page) ? 1 : 0)),
  };
}

const pagesOf = (parts: Record<string, Parts>): IndexedPage[] =>
  Object.entries(parts).map(([pageId, part]) => ({
    pageId,
    key: Buffer.alloc(16),
    title: '',
    sections: [],
    ...part,
  }));

const text = (...texts: string[]): Parts => ({ sections: texts.map((one) => ({ title: '', text: one })) });

const searchAll = (segments: SearchedSegment[], query: string, language: string | null): RankedPage[] => [
  ...search(segments, query, { language }),
];

const find = (parts: Record<string, Parts>, query: string, language: string | null = 'en'): RankedPage[] =>
  searchAll([searchedOf(pagesOf(parts))], query, language);
const idsOf = (pages: readonly RankedPage[]): string[] => pages.map(({ pageId }) => pageId);

describe('what comes first', () => {
  it('is a title before a heading before a text', () => {
    const parts = {
      text: text('All about widgets and more.'),
      heading: { sections: [{ title: 'Using widgets', text: 'More.' }] },
      title: { title: 'Using widgets', sections: [{ title: '', text: 'More.' }] },
    };
    expect(idsOf(find(parts, 'widgets'))).toEqual(['title', 'heading', 'text']);
  });

  it('is the title that is the query before longer ones', () => {
    const parts = {
      longer: { title: 'Widgets in tables and lists' },
      whole: { title: 'Widgets' },
    };
    expect(idsOf(find(parts, 'widgets'))).toEqual(['whole', 'longer']);
  });

  it('is what the document calls itself as well as its title', () => {
    const parts = { other: text('Gadgets'), page: { title: 'Overview', documentTitle: 'All gadgets' } };
    expect(idsOf(find(parts, 'gadgets'))).toEqual(['page', 'other']);
  });

  it('is a page with all words before pages with some, even often', () => {
    const parts = {
      some: text('deploy deploy deploy deploy deploy deploy'),
      other: { title: 'Contracts' },
      all: text('You deploy it when you have signed both contracts, not before.'),
    };
    expect(idsOf(find(parts, 'deploy contracts'))[0]).toBe('all');
  });

  it('is a section with all words before a page that has them apart', () => {
    const parts = {
      apart: text('You deploy it.', 'The contracts are here.'),
      together: text('You deploy the contracts.', 'Nothing else.'),
    };
    expect(idsOf(find(parts, 'deploy contracts'))).toEqual(['together', 'apart']);
  });

  it('is the page below a title with the rest of the query', () => {
    const parts = {
      other: { title: 'Limits', above: ['Webhooks'], ...text('Uploads have limits, too.') },
      below: { title: 'Limits', above: ['Guides', 'Uploads'], ...text('No more than 10 MB.') },
    };
    for (const query of ['upload limits', 'what are the limits of uploads'])
      expect(idsOf(find(parts, query))[0]).toBe('below');
  });

  it('is the page itself before those below it, and what is only below is not found', () => {
    const parts = {
      below: { title: 'Limits', above: ['Uploads'], ...text('No more than 10 MB.') },
      mentioning: { title: 'Size', above: ['Uploads'], ...text('Of uploads.') },
      itself: { title: 'Uploads' },
    };
    expect(idsOf(find(parts, 'uploads'))).toEqual(['itself', 'mentioning']);
  });

  it('is the page of the space with the rest of the query in its title', () => {
    const limits = (pageId: string): Record<string, Parts> => ({
      [pageId]: { title: 'Limits', ...text('No more than ten.') },
      [`${pageId}/other`]: text('About webhooks.'),
    });
    const searched = (titles: string[]): SearchedSegment[] =>
      titles.map((above, n) => ({ ...searchedOf(pagesOf(limits(String(n)))), above }));
    for (const query of ['webhook limits', 'what are the limits of a webhook']) {
      expect(idsOf(searchAll(searched(['Guides', 'Webhooks']), query, 'en'))[0]).toBe('1');
      expect(idsOf(searchAll(searched(['Webhooks', 'Guides']), query, 'en'))[0]).toBe('0');
    }
  });

  it('is the text in which the words stand as they were asked for', () => {
    const parts = {
      scattered: text('The key is public. It is in a private place with an application.'),
      phrase: text('The place is an application. Is it with a private key in the public?'),
    };
    expect(idsOf(find(parts, 'private key'))).toEqual(['phrase', 'scattered']);
  });

  it('is the word itself before its other forms', () => {
    const parts = { form: text('it was deploying'), word: text('it was deployed') };
    expect(idsOf(find(parts, 'deployed'))).toEqual(['word', 'form']);
  });

  it('is the rarer word of two', () => {
    const parts = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`common${n}`, text('common words here')] as const),
    );
    expect(idsOf(find({ ...parts, rare: text('rare words here') }, 'common rare'))[0]).toBe('rare');
  });

  it('is the same page each time, also of pages that are worth the same', () => {
    const parts = { c: text('same'), a: text('same'), b: text('same') };
    expect(idsOf(find(parts, 'same'))).toEqual(['a', 'b', 'c']);
  });
});

describe('what is meant', () => {
  const order = (parts: Record<string, Parts>, query: string, language = 'en'): string[] =>
    find(parts, query, language).map(({ pageId }) => pageId);

  it('by a flag is the flag and not the word', () => {
    const parts = {
      titles: { title: 'Title', ...text('The title of a title, with a title.') },
      build: text('Run `build --out-dir web --title Docs`.'),
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, n) => [`n${n}`, text('Another title of a page.')]),
      ),
    };
    expect(order(parts, '--title')[0]).toBe('build');
    expect(order(parts, 'build --title')[0]).toBe('build');
    expect(order(parts, 'title')[0]).toBe('titles');
    // A flag that nobody knows is a word.
    expect(order({ a: text('Pick an adapter.') }, '--adapter')).toEqual(['a']);
  });

  it('by a name in one writing is this writing before the other', () => {
    const parts = {
      camel: text('Call client.getUserById with an id.'),
      snake: text('Call client.get_user_by_id with an id.'),
    };
    expect(order(parts, 'getUserById')).toEqual(['camel', 'snake']);
    expect(order(parts, 'get_user_by_id')).toEqual(['snake', 'camel']);
  });

  it('by a question is what it asks for, even if documentation rarely uses its words', () => {
    const parts = {
      tls: text('The certificate is read from a file.'),
      my: text('This is my own example of how I use it.'),
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`n${n}`, text('Another page.')])),
    };
    expect(order(parts, 'how do I use my own certificate file')).toEqual(['tls', 'my']);
    expect(order(parts, 'my own')[0]).toBe('my');
  });

  it('by a verb of a question is the verb, in whatever tense', () => {
    const parts: Record<string, Parts> = { tense: text('Phones are charged.') };
    for (let n = 0; n < 20; n += 1) parts[`page ${n}`] = text('Charge.');
    const scoreOf = (query: string): number =>
      find(parts, query).find(({ pageId }) => pageId === 'tense')?.score ?? 0;
    expect(scoreOf('what is charged')).toBeLessThan(scoreOf('charged') / 2);
  });

  it('by a question in Chinese or Japanese are its words, and not the characters between two of them', () => {
    const chinese = {
      props: text('父组件通过属性向子组件传递参数。'),
      given: text('怎么办:交给组长,请求书件传真。'),
    };
    expect(order(chinese, '怎么给组件传参数', 'zh')[0]).toBe('props');
    const japanese = {
      password: text('ログイン画面から再設定できます。'),
      paper: text('用紙がなくなったら、なくなった分を足してください。'),
    };
    expect(order(japanese, 'ログインできなくなった', 'ja')[0]).toBe('password');
    expect(order(japanese, 'なくなった', 'ja')[0]).toBe('paper');
  });

  it('is a page about the subject of a question, though another one has more of its words', () => {
    const parts = {
      subject: { title: 'Redirects', ...text('Send readers to another place.') },
      other: text('The place of a page is shown in the list of pages, with the address that is old.'),
      ...Object.fromEntries([1, 2, 3, 4].map((n) => [`page${n}`, text(`The page with the number ${n}.`)])),
    };
    const asked = 'how do I write redirects for an old address';
    expect(idsOf(find(parts, asked))[0]).toBe('subject');
    expect(idsOf(find(parts, 'redirects old address'))[0]).toBe('other');
  });

  it('comes before the same in pages that are worth less', () => {
    const guide = searchedOf(pagesOf({ guide: { title: 'Create pets' } }));
    const operation = searchedOf(pagesOf({ call: { title: 'Create pets' } }));
    const found = searchAll([{ ...operation, weight: 0.8 }, guide], 'create pets', 'en');
    expect(found.map(({ pageId }) => pageId)).toEqual(['guide', 'call']);
  });
});

describe('other words for what is asked', () => {
  it('find the page, after pages with the words themselves', () => {
    const parts = { a: text('Remove a member.'), b: text('Delete a member.'), c: text('Invite a guest.') };
    expect(idsOf(find(parts, 'delete member', 'en'))).toEqual(['b', 'a']);
    expect(idsOf(find(parts, 'how do I get rid of a member', 'en')).slice(0, 2)).toEqual(['a', 'b']);
    expect(idsOf(find({ a: text('Remove it.') }, 'delete', 'de'))).toEqual([]);
  });

  it('of a phrase count, although its words are those of questions', () => {
    const parts = { a: text('The limit is 50.'), b: text('Titles have words.') };
    expect(idsOf(find(parts, 'how many members can I have', 'en'))).toEqual(['a', 'b']);
  });

  it('of a phrase count, although its object is between its words', () => {
    const parts = { a: text('An old backup.'), b: { title: 'History', ...text('Restore any version.') } };
    for (const query of ['how do I get back an old version', 'how do I get an old version back'])
      expect(idsOf(find(parts, query, 'en')), query).toEqual(['b', 'a']);
    const apart = 'how do I get one two three four five six seven eight back';
    expect(idsOf(find({ a: text('Restore.') }, apart, 'en'))).toEqual([]);
  });

  it('are of what a product is, and not the other way round', () => {
    const parts = { a: text('A reverse proxy in front.'), b: text('Nginx and Caddy.'), c: text('Nothing.') };
    expect(idsOf(find(parts, 'nginx ', 'en'))).toEqual(['b', 'a']);
    expect(idsOf(find(parts, 'proxy ', 'en'))).toEqual(['a']);
  });

  it('are meant in each of their forms', () => {
    const parts = { a: { title: 'Limits' }, b: { title: 'Titles' } };
    const [limits] = find(parts, 'how many can I have');
    const [limit] = find({ ...parts, a: { title: 'Limit' } }, 'how many can I have');
    expect(limits?.pageId).toBe('a');
    expect(limits?.score).toBeGreaterThan(0.6 * (limit?.score ?? Number.NaN));
  });

  it('do not count for a word where the query has them, too', () => {
    const parts = {
      a: { title: 'Search', ...text('Search pages by their words: every word of a search counts.') },
      b: { title: 'Insights', ...text('What readers have looked up with a search is counted.') },
    };
    expect(idsOf(find(parts, 'how do I find out what readers search for', 'en'))).toEqual(['b', 'a']);
  });

  it('are as rare as they are themselves, whatever else says the same', () => {
    const parts: Record<string, Parts> = { rare: text('Upgrades of the service.') };
    for (let n = 0; n < 30; n += 1) parts[`page ${n}`] = text('Change the service.');
    expect(idsOf(find(parts, 'how do I update it'))[0]).toBe('rare');
  });

  it('are of one family, in both spellings of English', () => {
    const parts = { a: text('The authentication of visitors.'), b: text('Organize pages by colour.') };
    expect(idsOf(find(parts, 'authenticate', 'en'))).toEqual(['a']);
    expect(idsOf(find(parts, 'organisation color', 'en'))).toEqual(['b']);
  });

  it('keep a word from being taken for a typo', () => {
    const parts = { a: text('Remove it.'), b: text('Deleted it, deletes it.'), c: text('A mail. Main.') };
    expect(idsOf(find(parts, 'delete ', 'en'))).toEqual(['b', 'a']);
    expect(idsOf(find({ c: text('Maid.'), d: text('Email.') }, 'mail ', 'en'))).toEqual(['d']);
  });
});

describe('a page with several matching sections', () => {
  const sectionsOf = (...texts: string[]): Parts => ({
    sections: texts.map((one, n) => ({ title: `Part ${n}`, text: one })),
  });

  it('comes before a page with one of them', () => {
    const parts = { a: sectionsOf('widget', 'other'), b: sectionsOf('widget', 'widget') };
    expect(idsOf(find(parts, 'widget'))).toEqual(['b', 'a']);
  });

  it('is worth its best section and a part of the second best', () => {
    const page = sectionsOf('widget', 'widget among other words', 'widget among even more other words');
    const [found] = find({ page }, 'widget');
    const [best = 0, second = 0, third = 0] = found?.sections.map(({ score }) => score) ?? [];
    expect(best > second && second > third && third > 0).toBe(true);
    expect(found?.score).toBeCloseTo(worthOfPage(best, second, 3), 5);
  });

  it('comes after a page with nothing else, as one of many sections has a word by chance', () => {
    const others = Array.from({ length: 30 }, (_, n) => `other words ${n}`);
    const parts = { all: sectionsOf('widget', ...others), one: sectionsOf('widget') };
    expect(idsOf(find(parts, 'widget'))).toEqual(['one', 'all']);
  });
});

describe('what is found', () => {
  it.each([
    ['a word that is not finished', 'termin', 'termination'],
    ['a typo', 'terminatoin', 'termination'],
    ['a typo in a word that is not finished', 'trasnact', 'transactions'],
    ['a typo of two letters in a long word', 'confguratoin', 'configuration'],
    ['another form', 'configures', 'configured'],
    ['accents left out', 'creme brulee', 'crème brûlée'],
    ['accents put in', 'ä', 'a'],
    ['case', 'HTTPSERVER', 'HttpServer'],
    ['a part of an identifier', 'user', 'getUserName'],
    ['another writing of an identifier', 'get-user-name', 'getUserName'],
    ['two words that are one', 'data base', 'database'],
    ['one word that is two', 'dryrun', '--dry-run'],
    ['C++ among others', 'c++', 'C++'],
    ['a version', '1.2.3', 'v1.2.3'],
    ['a single character', '账', '出账单'],
    ['a Korean word with another ending', '표에', '표를'],
    ['an emoji', '🚀', 'Go 🚀'],
    ['a word with a soft hyphen', 'cooperate', 'co\u00adoperate'],
  ])('by %s', (_, query, found) => {
    expect(idsOf(find({ other: text('something else'), page: text(found) }, query))).toEqual(['page']);
  });

  it('is nothing for a query without words', () => {
    for (const query of ['', '   ', '!?', '--', '\u200b', '\ud83d'])
      expect(find({ page: text('-- !? text') }, query)).toEqual([]);
  });

  it('is not what only resembles a word that is there', () => {
    expect(idsOf(find({ page: text('reference'), other: text('preference') }, 'reference'))).toEqual([
      'page',
    ]);
  });

  it('includes words that begin as a rare one does, wherever it is in the query', () => {
    const parts: Record<string, Parts> = { a: text('The lifecycle of requests.'), b: text('Requests.') };
    expect(idsOf(find(parts, 'life of requests '))).toEqual(['a', 'b']);
    for (let n = 0; n < 2; n += 1) parts[`life ${n}`] = text('A life.');
    expect(idsOf(find(parts, 'life '))).toContain('a');
    parts['one more'] = text('A life.');
    expect(idsOf(find(parts, 'life '))).not.toContain('a');
  });

  it('includes a frequent word that a rare one may be a typo of', () => {
    const frequent = Array.from({ length: 60 }, (_, n) => [`p${n}`, text('receive')] as const);
    const found = find({ ...Object.fromEntries(frequent), typo: text('recieve') }, 'recieve');
    expect(found).toHaveLength(61);
    expect(found[0]?.pageId).toBe('typo');
  });

  it('is also what a page is called where it is linked, described as and found under', () => {
    const parts = { page: { title: 'One', linkTitle: 'Two', description: 'Three', path: 'four-five' } };
    for (const query of ['one', 'two', 'three', 'four', 'five'])
      expect(idsOf(find(parts, query))).toEqual(['page']);
  });

  it('is no page that is not live', () => {
    const pages = pagesOf({ old: text('word'), current: text('word') });
    const searched = searchedOf(pages, ({ pageId }) => pageId === 'current');
    expect(idsOf(searchAll([searched], 'word', null))).toEqual(['current']);
  });

  it('is what a typo means, also when the typo stands on a page that is not live', () => {
    const pages = pagesOf({ old: text('recieve'), current: text('receive') });
    const searched = searchedOf(pages, ({ pageId }) => pageId === 'current');
    expect(idsOf(searchAll([searched], 'recieve', null))).toEqual(['current']);
  });

  it('in several spaces is told by its segment: ids repeat in copies', () => {
    const searched = searchedOf(pagesOf({ page: text('word') }));
    const found = searchAll([searched, searched], 'word', null);
    expect(found.map(({ pageId, segment, page }) => ({ pageId, segment, page }))).toEqual([
      { pageId: 'page', segment: 0, page: 0 },
      { pageId: 'page', segment: 1, page: 0 },
    ]);
  });
});

describe('the sections of a page', () => {
  it('come best first, with their place in the document', () => {
    const [page] = find(
      {
        page: {
          sections: [
            { title: '', text: 'nothing' },
            { title: '', text: 'about widgets, among many other things that are told here' },
            { title: 'Widgets', text: 'more' },
          ],
        },
      },
      'widgets',
    );
    expect(page?.match).toBe('section');
    expect(page?.sections.map(({ ordinal, match }) => ({ ordinal, match }))).toEqual([
      { ordinal: 2, match: 'section' },
      { ordinal: 1, match: 'section' },
    ]);
  });

  it('are the match, not the page, if the best is worth at least twice the title and description', () => {
    // A section with more and more of the word, next to a page that is worth what the description alone is worth.
    const shares = { page: [] as number[], section: [] as number[] };
    for (const count of [1, 2, 3, 4]) {
      const parts = {
        page: {
          description: 'widget',
          sections: [{ title: 'Part', text: 'widget '.repeat(count) }],
        },
        described: { description: 'widget' },
      };
      const [page, described] = find(parts, 'widget') as [RankedPage, RankedPage];
      shares[page.match].push(described.score / (page.sections[0]?.score ?? 0));
    }
    expect(shares.page.map((share) => share.toFixed(2))).toEqual(['0.60', '0.52']);
    expect(shares.section.map((share) => share.toFixed(2))).toEqual(['0.47', '0.47']);
  });

  it('are the first one alone when only the page itself matches', () => {
    const [page] = find({ page: { title: 'Widgets', ...text('one', 'two') } }, 'widgets');
    expect(page).toMatchObject({ match: 'page', sections: [{ ordinal: 0, match: 'page' }] });
    expect(find({ page: { title: 'Widgets' } }, 'widgets')[0]?.sections).toEqual([]);
  });

  it('count once when a long text was cut into pieces', () => {
    const sections = ['one', 'word', 'word word', 'two'].map((one) => ({
      anchor: 'long',
      title: 'Long',
      text: one,
    }));
    const [page] = find({ page: { sections } }, 'word');
    expect(page?.sections.map(({ ordinal }) => ordinal)).toEqual([2]);
  });
});

const contentsOf = (found: readonly RankedPage[]) =>
  found.map(({ pageId, segment, page, score, match, sections }) => ({
    pageId,
    segment,
    page,
    score,
    match,
    sections,
  }));

const byWorth = (left: RankedPage, right: RankedPage): number =>
  right.score - left.score ||
  (left.pageId < right.pageId ? -1 : left.pageId > right.pageId ? 1 : left.segment - right.segment);

describe('a search, whatever the pages', () => {
  const wordsOf = (page: IndexedPage): string[] => {
    const words: string[] = [];
    const texts = page.sections.flatMap((section) => [section.title, section.text]);
    for (const one of [page.title, page.documentTitle, page.linkTitle, page.description, page.path, ...texts])
      tokenize(one ?? '', (term, kind) => {
        if (kind !== 'compound') words.push(term);
      });
    return words;
  };

  it('finds a page by each of its words', () => {
    fc.assert(
      fc.property(randomPages, (pages) => {
        const searched = searchedOf(pages);
        for (const page of pages)
          for (const word of new Set(wordsOf(page)))
            expect(idsOf(searchAll([searched], word, null)), word).toContain(page.pageId);
      }),
      { numRuns: 30 },
    );
  });

  it('finds a word with one edit, when the word that was written is not there', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefg'), minLength: 5, maxLength: 12 });
    fc.assert(
      fc.property(letters, fc.nat(), (word, at) => {
        const position = at % (word.length - 1);
        const [one = '', other = ''] = word.slice(position);
        const written = word.slice(0, position) + other + one + word.slice(position + 2);
        fc.pre(editsAllowed(written) > 0);
        expect(idsOf(find({ page: text(`${word} xyz`) }, `${written} `))).toEqual(['page']);
      }),
    );
  });

  it('finds the same pages wherever they are stored', () => {
    const queries = fc.constantFrom(
      'deploy',
      'deploys user',
      'getUserName',
      '数据库',
      'crème naive',
      'abc',
      'a c++',
    );
    fc.assert(
      fc.property(
        randomPages,
        queries,
        fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
        (pages, query, positions) => {
          const parts = [0, 1, 2, 3].map((part) => searchedOf(pages.filter((_, n) => positions[n] === part)));
          const together = searchAll([searchedOf(pages)], query, 'en');
          const apart = searchAll(parts, query, 'en');
          expect(idsOf(apart).toSorted()).toEqual(idsOf(together).toSorted());
        },
      ),
    );
  });

  it('finds what would be found without the pages that are gone', () => {
    const queries = fc.constantFrom('deploy', 'deploi', 'getUserNam', '数据库', 'creme naive', 'abc', 'ser');
    fc.assert(
      fc.property(
        randomPages,
        queries,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (pages, query, isLive) => {
          const left = pages.filter((_, n) => isLive[n]);
          const among = searchAll([searchedOf(pages, (page) => left.includes(page))], query, 'en');
          const alone = searchAll([searchedOf(left)], query, 'en');
          expect(idsOf(among).toSorted()).toEqual(idsOf(alone).toSorted());
        },
      ),
    );
  });

  it('gives the same results in pieces of any size, in any order, also when others search in between', () => {
    const queries = fc.constantFrom('deploy', 'deploys user', 'getUserName', '数据库', 'a c++', 'e', 'abc');
    const places = fc.array(fc.nat(3), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(randomPages, queries, places, fc.array(fc.nat(14)), (pages, query, segmentOf, starts) => {
        // Twice, so that there are pages that are worth the same.
        const parts = [0, 1, 2, 3].map((part) => searchedOf(pages.filter((_, n) => segmentOf[n] === part)));
        const segments = [...parts, ...parts];
        const all = contentsOf(searchAll(segments, query, 'en'));
        const found = search(segments, query, { language: 'en' });
        expect(found).toHaveLength(all.length);
        for (const start of starts) {
          const piece = found.slice(start, start + 3);
          search(segments, 'user deploy', { language: 'en' });
          expect(contentsOf(piece)).toEqual(all.slice(start, start + 3));
        }
        expect(contentsOf([...found])).toEqual(all);
        expect(new Set(all.map(({ segment, page }) => `${segment}/${page}`)).size).toBe(all.length);
        expect(all).toEqual(all.toSorted(byWorth));
      }),
    );
  });

  it('gives many results of the same worth by their ids, each once', () => {
    const ids = Array.from({ length: 300 }, (_, n) => `page-${(n * 7) % 300}`);
    const found = search(
      [searchedOf(pagesOf(Object.fromEntries(ids.map((id) => [id, text('same')]))))],
      'same',
      {
        language: null,
      },
    );
    const pieces = Array.from({ length: 30 }, (_, n) => idsOf(found.slice(10 * n, 10 * n + 10)));
    expect(pieces.flat()).toEqual(ids.toSorted());
    expect(idsOf([...found])).toEqual(ids.toSorted());
  });

  it('gives finite scores in order, never below zero', () => {
    fc.assert(
      fc.property(randomPages, fc.string({ unit: 'binary' }), (pages, query) => {
        const found = searchAll([searchedOf(pages)], `deploy user ${query}`, 'en');
        const scores = found.map(({ score }) => score);
        expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true);
        expect(scores).toEqual(scores.toSorted((left, right) => right - left));
        for (const { sections } of found)
          for (const { ordinal, score } of sections)
            expect(ordinal >= 0 && Number.isFinite(score)).toBe(true);
      }),
    );
  });

  it.each([
    ['one letter', 'a'.repeat(512)],
    ['many words', Array.from({ length: 200 }, (_, n) => n.toString(36)).join(' ')],
    ['many unknown words', Array.from({ length: 60 }, (_, n) => `qzx${n}wvk`).join(' ')],
    ['the same word', 'deploy '.repeat(70)],
    ['pairs', Array.from({ length: 512 }, (_, n) => String.fromCharCode(0x4e00 + n)).join('')],
    ['an identifier', 'aB'.repeat(256)],
    ['connectors', 'a-b_c.'.repeat(85)],
    ['halves of characters', '\ud83d'.repeat(512)],
    ['everything at once', 'C++ 数据库 🚀 getUserName v1.2.3 crème '.repeat(14)],
  ])('takes any query: %s', (_, query) => {
    const pages = pagesOf(
      Object.fromEntries(
        Array.from({ length: 500 }, (_unused, n) => [
          `p${n}`,
          text(`deploy word${n} 数据库 getUserName${n % 7}`),
        ]),
      ),
    );
    expect(searchAll([searchedOf(pages)], query, 'en').length).toBeLessThanOrEqual(500);
  });
});
