/** As `Promise.all`, but when one fails, the others have ended, too. */
export async function awaitAll<T extends readonly unknown[] | []>(
  all: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(all);
  return Promise.all(all);
}
