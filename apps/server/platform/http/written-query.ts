/** Queries that are passed on as they are written: programs read `%20` and `+`, or `a` and `a=`, differently. */

/**
 * An address with a query, before its fragment. Parameters that the address has already keep its values: whoever wrote a
 * redirect has chosen them. A query that is a text stays as it is written.
 */
export function withQuery(address: string, query: URLSearchParams | string): string {
  const parts = listParameters(String(query));
  if (parts.length === 0) return address;
  const [beforeFragment = '', ...fragment] = address.split(/(?=#)/);
  const at = beforeFragment.indexOf('?');
  const own = at < 0 ? '' : beforeFragment.slice(at + 1);
  const chosen = new Set(new URLSearchParams(`?${own}`).keys());
  const added = parts.filter(({ name }) => !chosen.has(name)).map(({ text }) => text);
  const whole = [own, ...added].filter((part) => part !== '').join('&');
  const path = at < 0 ? beforeFragment : beforeFragment.slice(0, at);
  return `${path}${whole === '' ? '' : `?${whole}`}${fragment.join('')}`;
}

/** A query without the parameters that are left out. */
export const withoutParameters = (search: string, isLeftOut: (name: string) => boolean): string =>
  listParameters(search)
    .flatMap(({ name, text }) => (isLeftOut(name) ? [] : [text]))
    .join('&');

/** The parameters of a query as they are written; only what no header can have is encoded. */
const listParameters = (search: string): { name: string; text: string }[] =>
  search
    .split('&')
    .filter((text) => text !== '')
    .map((text) => ({
      name: [...new URLSearchParams(`?${text}`).keys()][0] ?? '',
      text: text.replace(UNSAFE, (sign) => encodeURIComponent(sign)),
    }));

const UNSAFE = /[^\x21-\x7e]|["#<>\\^`{|}]/gu;

/**
 * The target of a redirect with what the address before it, in a chain of redirects, leaves to it: its query, and its
 * fragment if the target has none. Browsers do the same.
 */
export function withRestOf(before: string, target: string): string {
  const { search, hash } = new URL(before);
  const whole = withQuery(target, search.slice(1));
  return whole.includes('#') ? whole : whole + hash;
}
