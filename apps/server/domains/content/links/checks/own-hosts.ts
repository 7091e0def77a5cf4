import type { Config } from '../../../../platform/config.ts';

/**
 * Returns a function that recognizes addresses of this service, whatever their scheme. The service does not check
 * itself.
 */
export function recognizeOwn({ baseUrl, sitesUrl }: Pick<Config, 'baseUrl' | 'sitesUrl'>) {
  const hosts = new Set([baseUrl, sitesUrl].map((url) => new URL(url).host));
  return (url: string | URL): boolean => hosts.has(new URL(url).host);
}
