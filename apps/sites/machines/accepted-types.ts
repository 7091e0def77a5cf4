/** The media types that an `Accept` header names, in lower case, with their weights. */
export function readAcceptedTypes(accepted: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim());
    const weight = parameters.find((one) => one.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return weights;
}

/** How much a media type is accepted, from 0 to 1: the most exact range that includes it decides. */
export function weighType(weights: ReadonlyMap<string, number>, type: string): number {
  const family = `${type.split('/', 1)[0]}/*`;
  // Some old programs write a single asterisk for anything.
  return weights.get(type) ?? weights.get(family) ?? weights.get('*/*') ?? weights.get('*') ?? 0;
}
