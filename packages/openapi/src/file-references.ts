import { parseUrl } from '@lectern/std/parse-url';
import { readPointer } from './json-pointer.ts';
import { type Reference, walkReferences } from './spec-grammar.ts';

export interface Target {
  /** The address of the file. */
  file: string;
  /** Undefined: the reference names an anchor. */
  path: string[] | undefined;
}

/** Resolves a reference in a file; undefined if it is not an address. */
export function resolveReference(ref: string, base: string): Target | undefined {
  // Most references stay in their file.
  if (ref.startsWith('#')) return { file: base, path: readPointer(ref.slice(1)) };
  const url = parseUrl(ref, base);
  if (!url) return undefined;
  const path = readPointer(url.hash.slice(1));
  url.hash = '';
  return { file: url.href, path };
}

/** Whether the target of a discriminator's mapping is in a file, and is not the name of a schema. */
export const isFileName = (target: string): boolean =>
  !target.startsWith('#') && (target.includes('/') || /\.(?:json|ya?ml)(?:#|$)/i.test(target));

/** Yields the references of a value to files other than its own. */
export function* walkFileReferences(
  value: unknown,
  base: string,
): Generator<{ reference: Reference; target: Target | undefined }> {
  for (const reference of walkReferences(value)) {
    if (reference.ref.startsWith('#')) continue;
    const target = resolveReference(reference.ref, base);
    if (target?.file !== base) yield { reference, target };
  }
}

/**
 * Lists the other files that a file may refer to. The kind of a part of a spec is known only where it is referred to,
 * so every `$ref` counts in a file that is not a spec itself. A file from the web can refer only to files on the web,
 * and a local file only to local ones.
 */
export function listFilesOf(value: unknown, base: string): string[] {
  const files = new Set<string>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const place = open.pop();
    if (typeof place !== 'object' || place === null) continue;
    const { $ref, mapping } = place as { $ref?: unknown; mapping?: unknown };
    const named = typeof mapping === 'object' && mapping !== null ? Object.values(mapping) : [];
    for (const ref of [$ref, ...named.filter((one) => typeof one === 'string' && isFileName(one))]) {
      if (typeof ref !== 'string' || ref.startsWith('#')) continue;
      const target = resolveReference(ref, base);
      if (target && target.file !== base && isWithin(target.file, base)) files.add(target.file);
    }
    for (const child of Object.values(place)) open.push(child);
  }
  return [...files];
}

const isWithin = (file: string, base: string): boolean =>
  base.startsWith('file:') ? file.startsWith('file:///') : /^https?:/.test(file);
