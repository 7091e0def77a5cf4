import { describe, expect, test } from 'vitest';
import {
  type PlacedIssue,
  placeIssues,
  type StoredCluster,
  type StoredModel,
} from '../issues/place-issues.ts';
import { kMeans, measureClusters, measureStability, newTermRarity } from './cluster-measures.fixtures.ts';
import { describeCluster } from './describe-cluster.ts';
import { readFeatures } from './features.ts';
import { TUNING_MESSAGES } from './tuning-messages.fixtures.ts';
import { readIssues } from './read-issues.ts';
import { normalized, scaled } from './sparse-vector.ts';
import { countIssue, decodeCounts, rarityOf } from './term-rarity.ts';

const NEW_MODEL: StoredModel = {
  nextNumber: 1,
  issues: 0,
  counts: Buffer.of(),
  frozenIssues: 0,
  frozenCounts: Buffer.of(),
};

const conversations = TUNING_MESSAGES.map(({ text }, at) => ({
  conversationId: String(at),
  subject: null,
  parts: [{ role: 'user', body: text }],
  former: [],
}));
const topics = TUNING_MESSAGES.map(({ topic }) => topic);

/** Places conversations in batches of a size, as jobs do. Returns the number of the cluster of each. */
function place(count: number, batch = count): { numbers: number[]; model: StoredModel } {
  let model = NEW_MODEL;
  const clusters = new Map<number, StoredCluster>();
  const issues = new Map<string, PlacedIssue>();
  for (let start = 0; start < count; start += batch) {
    const placed = placeIssues({
      model,
      clusters: [...clusters.values()].sort((a, b) => a.number - b.number),
      conversations: conversations.slice(start, Math.min(count, start + batch)),
    });
    model = placed.model;
    for (const issue of placed.issues) issues.set(issue.conversationId, issue);
    for (const cluster of placed.clusters) clusters.set(cluster.number, cluster);
    for (const { from, into } of placed.merges) {
      clusters.delete(from);
      for (const issue of issues.values()) if (issue.number === from) issue.number = into;
    }
  }
  const numbers = conversations
    .slice(0, count)
    .map(({ conversationId }) => issues.get(conversationId)?.number);
  return { numbers: numbers as number[], model };
}

/** The vectors with which k-means is run: weighted by the rarity of words in all messages. */
function weighAll() {
  const features = TUNING_MESSAGES.map(({ text }) => readFeatures(termsOf(text)));
  const rarity = newTermRarity();
  for (const one of features) countIssue(rarity, one);
  const all = { ...rarity, frozenIssues: rarity.issues, frozenCounts: rarity.counts };
  return features.map((one) => normalized(scaled(one, (dimension) => rarityOf(all, dimension))));
}

const termsOf = (text: string) =>
  readIssues({ subject: null, parts: [{ role: 'user', body: text }] })[0]?.terms ?? [];

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe('messages about ten known things in three languages', () => {
  const { numbers } = place(TUNING_MESSAGES.length);
  const measured = measureClusters(numbers, topics);

  test('are clustered by what they are about', () => {
    expect(measured.purity).toBeGreaterThan(0.95);
    expect(measured.precision).toBeGreaterThan(0.9);
    expect(measured.recall).toBeGreaterThan(0.4);
    expect(measured.clusters).toBeLessThan(45);
  });

  test('are clustered better than by k-means, which is told how many things there are', () => {
    const vectors = weighAll();
    for (const seed of [7, 77, 777]) {
      const baseline = measureClusters(kMeans(vectors, 10, randomOf(seed)), topics);
      expect(measured.purity).toBeGreaterThan(baseline.purity + 0.2);
      expect(measured.f1).toBeGreaterThan(baseline.f1 + 0.1);
    }
  });

  test('stay together when as many again come', () => {
    const half = TUNING_MESSAGES.length / 2;
    const before = place(half).numbers;
    expect(measureStability(before, numbers.slice(0, half))).toBe(1);
  });

  test.each([1, 7, 64])('are clustered the same in batches of %i', (batch) => {
    expect(place(TUNING_MESSAGES.length, batch)).toEqual(place(TUNING_MESSAGES.length));
  });

  test('give a cluster its words, in the language of its messages', () => {
    const { model } = place(TUNING_MESSAGES.length);
    const counts = decodeCounts(model.frozenCounts);
    const rarity = { issues: 0, counts, frozenIssues: model.frozenIssues, frozenCounts: counts };
    const describeTopic = (topic: string, language: string) =>
      describeCluster(
        TUNING_MESSAGES.filter((one) => one.topic === topic && one.language === language).map(
          ({ text }) => ({
            title: text,
            summary: text,
          }),
        ),
        rarity,
      );
    const english = describeTopic('billing', 'en');
    expect(english.label.toLowerCase()).toMatch(/invoice|credit card/);
    expect(english.icon).toBe('credit-card');
    expect(describeTopic('billing', 'de').label).toMatch(/Rechnung|Kreditkarte/);
    expect(describeTopic('domain', 'es').label.toLowerCase()).toMatch(/dominio|certificado/);
    expect(TUNING_MESSAGES.map(({ text }) => text)).toContain(english.summary.split('\n')[0]);
  });
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
