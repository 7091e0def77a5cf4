import { describe, expect, test } from 'vitest';
import {
  kMeans,
  measureClusters,
  measureStability,
  newTermRarity,
} from '../../../../../test/fixtures/conversations/clustering/cluster-measures.ts';
import { HELD_OUT_MESSAGES } from '../../../../../test/fixtures/conversations/clustering/held-out-messages.ts';
import {
  type LabelledMessage,
  mixed,
} from '../../../../../test/fixtures/conversations/clustering/labelled-messages.ts';
import { placeAll, weighAll } from '../../../../../test/fixtures/conversations/clustering/place-messages.ts';
import { TUNING_MESSAGES } from '../../../../../test/fixtures/conversations/clustering/tuning-messages.ts';
import { createRandom } from '../../../../../test/random.ts';
import { chooseIcon } from './choose-icon.ts';
import { describeCluster } from './describe-cluster.ts';
import { readIssues } from './read-issues.ts';
import { decodeCounts } from './term-rarity.ts';

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

test('messages in a language whose common words are unknown are clustered by their words', () => {
  const texts = [
    'Nie mogę zalogować się do panelu sklepu, zapomniałem hasła.',
    'Zapomniałem hasła i nie mogę wejść do panelu sklepu.',
    'Gdzie znajdę fakturę za ostatni miesiąc?',
    'Nie dostałem faktury za ostatni miesiąc.',
  ];
  const [first, second, third, fourth] = placeAll(texts).numbers;
  expect([first, third]).toEqual([second, fourth]);
  expect(first).not.toBe(third);
});

test('messages that no threshold was chosen with are together with their like more often than by chance', () => {
  const topics = topicsOf(HELD_OUT_MESSAGES);
  const { numbers } = placeAll(textsOf(HELD_OUT_MESSAGES));
  const measured = measureClusters(numbers, topics);
  const byChance = measureClusters(numbers, mixed(topics));
  expect(measured.precision).toBeGreaterThan(2 * byChance.precision);
  expect(measured.f1).toBeGreaterThan(2 * byChance.f1);
  expect(measured.purity).toBeGreaterThan(byChance.purity);
});

test('a later message about something else is another issue, and one that goes on is none', () => {
  const said = (...bodies: string[]) =>
    readIssues({ subject: 'Help', parts: bodies.map((body) => ({ role: 'user', body })) }).map(
      ({ title }) => title,
    );
  const certificate = 'Our custom domain shows a certificate error.';
  expect(said(certificate, 'Thanks, that worked!')).toEqual([certificate]);
  expect(said(certificate, 'The certificate of the domain is renewed when?')).toEqual([certificate]);
  const parcel = 'Our package has not arrived yet.';
  expect(said(parcel, 'When will the package arrive?')).toEqual([parcel]);
  expect(said(certificate, 'Where can I download invoices for accounting?')).toEqual([
    certificate,
    'Where can I download invoices for accounting?',
  ]);
});

test('a single word is an issue if no message says more', () => {
  const titlesOf = (body: string) =>
    readIssues({ subject: null, parts: [{ role: 'user', body }] }).map(({ title }) => title);
  expect(titlesOf('Where is my parcel?')).toEqual(['Where is my parcel?']);
  expect(titlesOf('¿Dónde está mi paquete?')).toEqual(['¿Dónde está mi paquete?']);
  expect(titlesOf('Is anybody here?')).toEqual([]);
  const parts = ['Hello Jo', 'The invoice of May is missing.'].map((body) => ({ role: 'user', body }));
  expect(readIssues({ subject: null, parts }).map(({ title }) => title)).toEqual([parts[1]?.body]);
});

test('issues in several languages are described in that of most', () => {
  const issues = [
    'Where can I download the invoice of last month?',
    'Dónde puedo descargar la factura del mes pasado?',
    'The invoice of last month is missing, where is it?',
  ].map((text) => ({ title: text, summary: text }));
  const { label, terms, summary } = describeCluster(issues, newTermRarity());
  expect(label.toLowerCase()).toContain('invoice');
  expect([label, summary, ...terms].join(' ')).not.toMatch(/factura|descargar/i);
});

test('a word that means something else in everyday language chooses no icon', () => {
  expect(chooseIcon(['schriftlich', 'kundig'])).toBe('comments');
  expect(chooseIcon(['block', 'phone'])).toBe('mobile-screen');
  expect(chooseIcon(['schriftart'])).toBe('palette');
});

test('a quote, a signature, code and markup are no part of an issue', () => {
  const body = `<div>The <b>search</b> finds no pages.</div><blockquote>An earlier invoice</blockquote><pre>token</pre>`;
  const mail = 'The search finds no pages.\n\n> An invoice\n\n-- \nJane, Invoices Ltd.';
  for (const text of [body, mail]) {
    const [issue] = readIssues({ subject: null, parts: [{ role: 'user', body: text }] });
    expect(issue?.summary).toBe('The search finds no pages.');
  }
});
