import { posix } from 'node:path';
import { HOSTILE_YAML, refuseYaml } from '@lectern/markdown/hostile-yaml';
import { isMap, isScalar, parseDocument } from 'yaml';

const MAX_LENGTH = 500_000;

/**
 * Rewrites the targets of redirects in `.gitbook.yaml` whose files have moved; every other byte stays. `moved`: new
 * paths by old ones, from the root of the space.
 */
export function writeRedirects(text: string, moved: ReadonlyMap<string, string>): string {
  if (refuseYaml(text, MAX_LENGTH)) return text;
  const yaml = parseDocument(text, { ...HOSTILE_YAML, logLevel: 'silent', uniqueKeys: false });
  const redirects = yaml.errors.length === 0 && isMap(yaml.contents) ? yaml.get('redirects') : undefined;
  if (!isMap(redirects)) return text;
  let result = '';
  let position = 0;
  for (const { value } of redirects.items) {
    if (!isScalar(value) || typeof value.value !== 'string' || !value.range) continue;
    const [path = '', anchor] = value.value.split(/#(.*)/s);
    const next = moved.get(posix.normalize(path.replace(/^\/+/, '')));
    if (next === undefined) continue;
    const [start, end] = value.range;
    const lead = /^(?:\.\/|\/)/.exec(path)?.[0] ?? '';
    const target = `${lead}${next}${anchor === undefined ? '' : `#${anchor}`}`;
    result += text.slice(position, start) + quoteLike(text.slice(start, end), target);
    position = end;
  }
  return result + text.slice(position);
}

/** A scalar in the quotes of another; plain only if that is read back. */
function quoteLike(before: string, target: string): string {
  if (before.startsWith("'")) return `'${target.replaceAll("'", "''")}'`;
  if (before.startsWith('"') || !/^[\w./~-]+(?:[ #][\w./~-]+)*$/.test(target) || target.includes(' #'))
    return JSON.stringify(target);
  return target;
}
