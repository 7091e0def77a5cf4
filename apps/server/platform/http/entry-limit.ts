/**
 * The options of an LRU cache that holds at most `count` entries. Its own option `max` would fill lists of that length
 * when the cache is created, which for all caches of the app takes about 100 ms; lists limited by size grow.
 */
export const limitEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });
