import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TERM_LENGTH, type TokenKind, tokenize } from './tokenize.ts';

interface Token {
  term: string;
  kind: TokenKind;
  from: number;
  to: number;
  start: number;
  end: number;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  tokenize(text, (term, kind, from, to, start, end) => tokens.push({ term, kind, from, to, start, end }));
  return tokens;
}

const wordsOf = (text: string): string =>
  tokensOf(text)
    .filter(({ kind }) => kind !== 'compound')
    .map(({ term }) => term)
    .join(' ');
const compoundsOf = (text: string): string =>
  tokensOf(text)
    .filter(({ kind }) => kind === 'compound')
    .map(({ term }) => term)
    .join(' ');

describe('words', () => {
  it.each([
    ['Hello, World!', 'hello world'],
    ['Crème brûlée à Zürich, Łódź, Straße, Ærø', 'creme brulee a zurich lodz strasse aero'],
    ['İstanbul ISTANBUL ısı', 'istanbul istanbul isi'],
    ['Ελλάδα ΕΛΛΆΔΑ λόγος', 'ελλαδα ελλαδα λογοσ'],
    ['Ёлка ёлка й', 'елка елка й'],
    ['مُحَمَّد محمد', 'محمد محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी में', 'हिन्दी में'],
    ['ﬁle Ｆｕｌｌ ½', 'file full 12'],
    ['co\u00adoperate zero\u200bwidth', 'cooperate zerowidth'],
    ['https://example.org/a-b?c=d', 'https example org a b c d'],
    ['user@example.org', 'user example org'],
    ['C++ and C# but C, g++ 17', 'c++ and c# but c g++ 17'],
    ['#1 issue#12 ++x', '1 issue 12 x'],
    ["don't l’eau", 'don t l eau'],
    ['', ''],
    ['--- *** 。、', ''],
    ['🚩 Basics 🖥️ 👩🏽‍💻', '🚩 basics 🖥 👩 💻'],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('identifiers', () => {
  it.each([
    ['getUserName', 'get user name', 'getusername'],
    ['HTTPServer XMLHttpRequest', 'http server xml http request', 'httpserver xmlhttprequest'],
    ['get_user__name', 'get user name', 'getusername get_user_name'],
    ['client.get_user', 'client get user', 'clientgetuser get_user'],
    ['--adapter=node -p 80', 'adapter node p 80', '--adapter -p'],
    ['`--dry-run`, [--no-color]', 'dry run no color', 'dryrun --dryrun nocolor --nocolor'],
    ['a - b, a--b, ---c, -1, x-y', 'a b a b c 1 x y', 'xy'],
    ['kebab-case-name', 'kebab case name', 'kebabcasename'],
    ['phantasma::rpc::PhantasmaAPI', 'phantasma rpc phantasma api', 'phantasmaapi phantasmarpcphantasmaapi'],
    ['node.js v1.2.3', 'node js v1 2 3', 'nodejs v1.2.3'],
    ['10.20.30 3.5', '10 20 30 3 5', '10.20.30 3.5'],
    ['sha256 ed25519', 'sha 256 ed 25519', 'sha256 ed25519'],
    ['UTF-8 utf8', 'utf 8 utf 8', 'utf8 utf8'],
    ['k8s x86 v2 iPhone OAuth APIs NFTs', 'k8s x86 v2 iphone oauth apis nfts', ''],
    ['OAuth2Client', 'oauth 2 client', 'oauth2client'],
    ['libstdc++', 'libstdc++', 'libstdc'],
    ['e-mail', 'e mail', 'email'],
  ])('are kept whole and split: %j', (text, words, compounds) => {
    expect(wordsOf(text)).toBe(words);
    expect(compoundsOf(text)).toBe(compounds);
  });

  it('stand for the words that they are made of', () => {
    expect(tokensOf('a getUserName')).toEqual([
      { term: 'a', kind: 'word', from: 0, to: 0, start: 0, end: 1 },
      { term: 'get', kind: 'word', from: 1, to: 1, start: 2, end: 5 },
      { term: 'user', kind: 'word', from: 2, to: 2, start: 5, end: 9 },
      { term: 'name', kind: 'word', from: 3, to: 3, start: 9, end: 13 },
      { term: 'getusername', kind: 'compound', from: 1, to: 3, start: 2, end: 13 },
    ]);
  });

  it('that are flags include their hyphens', () => {
    expect(tokensOf('with --dry-run').at(-1)).toEqual({
      term: '--dryrun',
      kind: 'compound',
      from: 1,
      to: 2,
      start: 5,
      end: 14,
    });
  });

  it('are not made of what is long and joined', () => {
    expect(compoundsOf(Array.from({ length: 50 }, (_, i) => `part${i}`).join('-'))).not.toContain(
      'part0part1',
    );
  });
});

describe('scripts without blanks', () => {
  it.each([
    ['智能合约', '智能 能合 合约 约'],
    ['設定する', '設定 定す する る'],
    ['コンテナー ｺﾝﾃﾅ ガ ｶﾞ', 'コン ンテ テナ ナー ー コン ンテ テナ ナ ガ ガ'],
    ['한국어 배포', '한국 국어 어 배포 포'],
    ['第3章API', '第 3 章 api'],
    ['ภาษาไทย', 'ภา าษ ษา าไ ไท ทย ย'],
    ['𠮷野家', '𠮷野 野家 家'],
  ])('are cut into pairs: %j', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });
});

describe('any text', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(..."aB3_-.:'+# é字かカ한ก👩\u200d\u00ad\u0301ｶﾞß"), maxLength: 60 }),
  );

  it('has tokens that stand where they say, one word after the other', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let next = 0;
        for (const { term, kind, from, to, start, end } of tokensOf(text)) {
          expect(term).not.toBe('');
          expect(term.length).toBeLessThanOrEqual(MAX_TERM_LENGTH);
          expect(start >= 0 && start < end && end <= text.length).toBe(true);
          if (kind === 'compound') expect(from <= to && to < next).toBe(true);
          else {
            expect(from).toBe(to);
            expect(from >= next).toBe(true);
            next = from + 1;
          }
        }
      }),
    );
  });

  it('has words that are found by themselves: cutting and folding them again changes nothing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { term, kind } of tokensOf(text)) {
          if (kind === 'compound' || term.length === MAX_TERM_LENGTH) continue;
          expect(
            tokensOf(term).map((again) => again.term),
            JSON.stringify(term),
          ).toContain(term);
        }
      }),
    );
  });

  it('has the same tokens in ASCII as in full-width letters, which are never taken for plain words', () => {
    const ascii = fc.string({
      unit: fc.constantFrom(..."aabBzZ09_-.:'+,  \n", 'ab', 'Ab', 'AB', 'word', 'w'.repeat(50)),
      maxLength: 40,
    });
    const widen = (text: string): string =>
      text.replace(/[A-Za-z0-9]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));
    fc.assert(
      fc.property(ascii, (text) => {
        expect(tokensOf(text)).toEqual(tokensOf(widen(text)));
      }),
    );
  });

  it.each([
    ['letters', 'a'.repeat(1_000_000)],
    ['changes of case', 'aB'.repeat(500_000)],
    ['joined letters', 'a-'.repeat(500_000)],
    ['low lines', `a${'_'.repeat(1_000_000)}`],
    ['marks', `e${'\u0301'.repeat(1_000_000)}`],
    ['joiners', `a${'\u200d'.repeat(1_000_000)}b`],
    ['pairs', '字'.repeat(500_000)],
    ['colons', 'a::'.repeat(300_000)],
    ['halves of characters', '\ud83d'.repeat(500_000)],
  ])('is cut in time that grows with its length: %s', (_, text) => {
    expect(tokensOf(text).length).toBeLessThanOrEqual(text.length);
  });
});
