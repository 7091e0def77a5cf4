/** A message to a support team, with what it is about and its language. */
export interface LabelledMessage {
  topic: string;
  language: string;
  text: string;
}

/** In an order that mixes topics and languages and is always the same for a seed. */
export function mixed<T>(items: readonly T[], firstSeed = 17): T[] {
  const rest = [...items];
  const result: T[] = [];
  for (let seed = firstSeed; rest.length > 0; seed = (seed * 48_271) % 2_147_483_647)
    result.push(...rest.splice(seed % rest.length, 1));
  return result;
}
