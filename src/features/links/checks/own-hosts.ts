import type { Config } from '../../../config.ts';

/** Tells the addresses of this service itself, whatever their scheme. It asks nothing of itself. */
export function recognizeOwn({ baseUrl, sitesUrl }: Pick<Config, 'baseUrl' | 'sitesUrl'>) {
  const hosts = new Set([baseUrl, sitesUrl].map((url) => new URL(url).host));
  return (url: string | URL): boolean => hosts.has(new URL(url).host);
}
