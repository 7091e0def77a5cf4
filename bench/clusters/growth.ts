/** The time that new messages take beside many old ones. */

import { maskPersonalData } from '@lectern/personal-data/mask-personal-data';
import type { StoredModel } from '../../apps/server/domains/conversations/issues/place-issues.ts';
import { measureClusters } from '../../test/fixtures/conversations/clustering/cluster-measures.ts';
import { createPlacer } from '../../test/fixtures/conversations/clustering/place-messages.ts';
import { createChance } from '../prose.ts';

const BATCH = 1000;
const STEPS = 10;
const THINGS = 400;

/** Messages about some hundred things, each in words of its own and among words that all share. */
function* messages(): Generator<{ text: string; thing: number }> {
  const chance = createChance(11);
  const syllables = 'ba ke lo mi nu ra se ti vo zu'.split(' ');
  const pick = <T>(items: readonly T[]): T => items[Math.floor(chance() * items.length)] as T;
  const word = (length: number): string => Array.from({ length }, () => pick(syllables)).join('');
  const shared = Array.from({ length: 300 }, () => word(3));
  const things = Array.from({ length: THINGS }, () => Array.from({ length: 12 }, () => word(5)));
  for (;;) {
    const thing = Math.floor(THINGS * chance() ** 2);
    const own = things[thing] as string[];
    const words = Array.from({ length: 14 }, (_, at) => (at % 3 === 0 ? pick(own) : pick(shared)));
    yield { text: `How do I ${words.join(' ')}? Write to me@example.org.`, thing };
  }
}

export function measureGrowth(upTo: number): void {
  const placer = createPlacer();
  const source = messages();
  const take = (n: number) =>
    Array.from({ length: n }, () => source.next().value as { text: string; thing: number });
  const labels: string[] = [];
  for (let old = 0; old <= upTo; old += BATCH) {
    const batch = take(BATCH);
    const start = process.cpuUsage();
    const masked = batch.map(({ text }) => maskPersonalData(text));
    const masking = secondsSince(start);
    const placing = process.cpuUsage();
    placer.place(masked);
    const seconds = secondsSince(placing);
    labels.push(...batch.map(({ thing }) => String(thing)));
    if (old % Math.max(BATCH, upTo / STEPS) === 0)
      console.log(
        `${BATCH} new messages beside ${old}: ${seconds} s of processor time, masked in ${masking} s; ${placer.clusters.size} clusters, a model of ${Math.round(bytesOf(placer.model()) / 1000)} kB`,
      );
  }
  const { purity } = measureClusters(placer.numbers(), labels);
  console.log(`purity of ${labels.length} messages about ${THINGS} things: ${purity.toFixed(3)}`);
}

const bytesOf = ({ counts, frozenCounts }: StoredModel): number => counts.length + frozenCounts.length;

/** Processor time: others may keep the machine busy. */
function secondsSince(start: NodeJS.CpuUsage): string {
  const { user, system } = process.cpuUsage(start);
  return ((user + system) / 1_000_000).toFixed(2);
}
