import { withoutEndSlashes } from '@lectern/std/address';

/**
 * The address of a server with the values of its variables, without a slash at its end. One without a protocol is
 * reached by the protocol of the page that names it, which is https.
 */
export function fillServer({
  url,
  variables,
}: {
  url: string;
  variables: readonly { name: string; value: string }[];
}): string {
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const filled = url.replace(/\{([^{}]*)\}/g, (template, name: string) => values.get(name) ?? template);
  return withoutEndSlashes(filled.startsWith('//') ? `https:${filled}` : filled);
}
