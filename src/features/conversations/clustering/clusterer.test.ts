import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../../test/random.ts';
import { kMeans, measureClusters, measureStability } from './cluster-measures.fixtures.ts';
import { describeCluster } from './describe-cluster.ts';
import { HELD_OUT_MESSAGES } from './held-out-messages.fixtures.ts';
import { type LabelledMessage, mixed } from './labelled-messages.fixtures.ts';
import { placeAll, weighAll } from './place-messages.fixtures.ts';
import { readIssues } from './read-issues.ts';
import { decodeCounts } from './term-rarity.ts';
import { TUNING_MESSAGES } from './tuning-messages.fixtures.ts';

const textsOf = (messages: readonly LabelledMessage[]) => messages.map(({ text }) => text);
const topicsOf = (messages: readonly LabelledMessage[]) => messages.map(({ topic }) => topic);

describe('messages about ten known things in three languages', () => {
  const texts = textsOf(TUNING_MESSAGES);
  const topics = topicsOf(TUNING_MESSAGES);
  const { numbers } = placeAll(texts);
  const measured = measureClusters(numbers, topics);

  test('are clustered by what they are about', () => {
    expect(measured.purity).toBeGreaterThan(0.95);
    expect(measured.precision).toBeGreaterThan(0.9);
    expect(measured.recall).toBeGreaterThan(0.4);
    expect(measured.clusters).toBeLessThan(45);
  });

  test('are clustered better than by k-means, which is told how many things there are', () => {
    const vectors = weighAll(texts);
    for (const seed of [7, 77, 777]) {
      const baseline = measureClusters(kMeans(vectors, 10, createRandom(seed)), topics);
      expect(measured.purity).toBeGreaterThan(baseline.purity + 0.2);
      expect(measured.f1).toBeGreaterThan(baseline.f1 + 0.1);
    }
  });

  test('stay together when as many again come', () => {
    const half = texts.length / 2;
    const before = placeAll(texts.slice(0, half)).numbers;
    expect(measureStability(before, numbers.slice(0, half))).toBe(1);
  });

  test.each([1, 7, 64])('are clustered the same in batches of %i', (batch) => {
    expect(placeAll(texts, batch)).toEqual(placeAll(texts));
  });

  test('give a cluster its words, in the language of its messages', () => {
    const { model } = placeAll(texts);
    const counts = decodeCounts(model.frozenCounts);
    const rarity = { issues: 0, counts, frozenIssues: model.frozenIssues, frozenCounts: counts };
    const describeTopic = (topic: string, language: string) =>
      describeCluster(
        TUNING_MESSAGES.filter((one) => one.topic === topic && one.language === language).map(({ text }) => ({
          title: text,
          summary: text,
        })),
        rarity,
      );
    const english = describeTopic('billing', 'en');
    expect(english.label.toLowerCase()).toMatch(/invoice|credit card/);
    expect(english.icon).toBe('credit-card');
    expect(describeTopic('billing', 'de').label).toMatch(/Rechnung|Kreditkarte/);
    expect(describeTopic('domain', 'es').label.toLowerCase()).toMatch(/dominio|certificado/);
    expect(texts).toContain(english.summary.split('\n')[0]);
  });
});

test('messages that no threshold was chosen with are together with their like far more often than by chance', () => {
  const topics = topicsOf(HELD_OUT_MESSAGES);
  const { numbers } = placeAll(textsOf(HELD_OUT_MESSAGES));
  const measured = measureClusters(numbers, topics);
  const byChance = measureClusters(numbers, mixed(topics));
  expect(measured.precision).toBeGreaterThan(2 * byChance.precision);
  expect(measured.purity).toBeGreaterThan(byChance.purity + 0.05);
});

test('a later message about something else is another issue, and one that goes on is none', () => {
  const said = (...bodies: string[]) =>
    readIssues({ subject: 'Help', parts: bodies.map((body) => ({ role: 'user', body })) }).map(
      ({ title }) => title,
    );
  const certificate = 'Our custom domain shows a certificate error.';
  expect(said(certificate, 'Thanks, that worked!')).toEqual([certificate]);
  expect(said(certificate, 'The certificate of the domain is renewed when?')).toEqual([certificate]);
  expect(said(certificate, 'Where can I download invoices for accounting?')).toEqual([
    certificate,
    'Where can I download invoices for accounting?',
  ]);
});

test('a quote, a signature, code and markup are no part of an issue', () => {
  const body = `<div>The <b>search</b> finds no pages.</div><blockquote>An earlier invoice</blockquote><pre>token</pre>`;
  const mail = 'The search finds no pages.\n\n> An invoice\n\n-- \nJane, Invoices Ltd.';
  for (const text of [body, mail]) {
    const [issue] = readIssues({ subject: null, parts: [{ role: 'user', body: text }] });
    expect(issue?.summary).toBe('The search finds no pages.');
  }
});
