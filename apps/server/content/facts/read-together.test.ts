import type { Hash } from '@lectern/content/tree/hash';
import { expect, test } from 'vitest';
import { readTogether } from './read-together.ts';

const hashesOf = (count: number): Hash[] => Array.from({ length: count }, (_, n) => `hash ${n}` as Hash);

function createReads() {
  const statements: string[] = [];
  const read = readTogether(async (organizationId, hashes) => {
    statements.push(`${organizationId}: ${hashes.length}`);
    return new Map(hashes.map((hash) => [hash, `${organizationId} ${hash}`]));
  });
  return { statements, read };
}

test('what is requested in one turn of the event loop is read by one statement for each organization', async () => {
  const { statements, read } = createReads();
  const hashes = hashesOf(16);
  const rows = await Promise.all([
    ...hashes.map((hash) => read('one', hash)),
    read('one', 'hash 3' as Hash),
    read('two', 'hash 3' as Hash),
  ]);
  expect(statements.sort()).toEqual(['one: 16', 'two: 1']);
  expect(rows.slice(14)).toEqual(['one hash 14', 'one hash 15', 'one hash 3', 'two hash 3']);
});

test('later requests are read again, and a statement reads no more than fifty documents', async () => {
  const { statements, read } = createReads();
  await read('one', 'hash 0' as Hash);
  await read('one', 'hash 0' as Hash);
  await Promise.all(hashesOf(120).map((hash) => read('one', hash)));
  expect(statements).toEqual(['one: 1', 'one: 1', 'one: 50', 'one: 50', 'one: 20']);
});

test('a failure is the failure of each request that waited for it', async () => {
  const read = readTogether(async () => {
    throw new Error('The database is away.');
  });
  const results = await Promise.allSettled(hashesOf(2).map((hash) => read('one', hash)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(read('one', 'hash 0' as Hash)).rejects.toThrow('The database is away.');
});
