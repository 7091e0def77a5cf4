import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse-query.ts';
import { compareWeights, isQuestionWord, isSentence } from './question-words.ts';

const weightsOf = (query: string, language: string | null, isAnswered = true): Record<string, number> => {
  const { words } = parseQuery(query);
  const weights = compareWeights(
    words.map((word) => ({ ...word, isAnswered })),
    language,
  );
  return Object.fromEntries(words.map(({ term }, n) => [term, weights[n] as number]));
};

describe('the words of a question', () => {
  it('are known in the language of the text', () => {
    expect(isQuestionWord('how', 'en-US')).toBe(true);
    expect(isQuestionWord('how', null)).toBe(true);
    expect(isQuestionWord('wie', 'de')).toBe(true);
    expect(isQuestionWord('die', 'en')).toBe(false);
    expect(isQuestionWord('konnen', 'de')).toBe(true);
  });

  it('count less than what is asked for, and fully where nothing else is', () => {
    const { my = 0, certificate = 0 } = weightsOf('my certificate', 'en');
    expect(certificate).toBe(1);
    expect(my).toBeLessThan(0.3);
    expect(weightsOf('who can do what', 'en')).toEqual({ who: 1, can: 1, do: 1, what: 1 });
    expect(weightsOf('my certificate', 'en', false)).toEqual({ my: 1, certificate: 1 });
  });

  it('of scripts without blanks are found by their words', () => {
    const weights = weightsOf('怎么给组件传参数', 'zh');
    expect(weights.参数).toBe(1);
    // A segmenter that does not know the word leaves its characters alone.
    expect(weights.组件).toBe(1);
    for (const pair of ['怎么', '么给', '给组']) expect(weights[pair]).toBeLessThan(0.5);
    const japanese = weightsOf('端末に接続できない', 'ja');
    expect([japanese.端末, japanese.接続]).toEqual([1, 1]);
    for (const pair of ['末に', 'でき', 'ない']) expect(japanese[pair]).toBeLessThan(0.5);
    // Nothing but Hiragana is what is asked for.
    expect(Object.values(weightsOf('はじめに', 'ja')).every((weight) => weight > 0.4)).toBe(true);
  });
});

it('tells questions in scripts without blanks by the words that ask', () => {
  const asks = (query: string): boolean => isSentence(parseQuery(query), 'zh');
  for (const question of ['怎么回到上一个版本', '日志能保存多久', '证书会自动续期吗', '請問如何備份'])
    expect(asks(question), question).toBe(true);
  for (const keywords of ['备份与恢复', '自定义域名', '连接池默认大小', '吗'])
    expect(asks(keywords), keywords).toBe(false);
});
