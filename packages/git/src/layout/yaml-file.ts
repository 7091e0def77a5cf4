import { HOSTILE_YAML, isCyclic, refuseYaml } from '@lectern/markdown/hostile-yaml';
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseAllDocuments,
  visit,
} from 'yaml';
import type { ReportEntry } from './repository-files.ts';

export interface YamlFile {
  /** Plain JavaScript; undefined when the file is empty or cannot be read. */
  value: unknown;
  /** Line of the value at a path of keys, from 1. */
  lineOf(path: readonly (string | number)[]): number | undefined;
}

const INVISIBLE = /[\u200B\u2060\uFEFF]/g;
/** Reading takes about seven microseconds a character, and blocks the process meanwhile. */
const MAX_LENGTH = 500_000;

/**
 * Reads one of the repository's small YAML files. Invisible characters, which editors leave behind,
 * are removed. Numbers whose text says more than their value (`1.10`, `007`) stay text.
 */
export function parseYamlFile(path: string, text: string, report: ReportEntry[]): YamlFile {
  const reason = 'unreadable-configuration';
  const nothing: YamlFile = { value: undefined, lineOf: () => undefined };
  const warn = (message: string, line?: number): void => {
    report.push({ severity: 'warning', reason, path, ...(line === undefined ? {} : { line }), message });
  };
  const refused = refuseYaml(text, MAX_LENGTH);
  if (refused) {
    report.push({ severity: 'error', reason, path, message: `${path} was ignored: ${refused}.` });
    return nothing;
  }
  const clean = text.replace(INVISIBLE, '');
  if (clean !== text.replace(/^\uFEFF/, '')) warn(`Invisible characters in ${path} were ignored.`);
  const counter = new LineCounter();
  const parsed = parseAllDocuments(clean, {
    ...HOSTILE_YAML,
    lineCounter: counter,
    logLevel: 'silent',
    uniqueKeys: false,
  });
  const documents: Document[] = Array.isArray(parsed) ? [...(parsed as Iterable<Document>)] : [];
  const document =
    documents.find(
      (each) => each.contents !== null && !(isScalar(each.contents) && each.contents.value === null),
    ) ?? documents[0];
  if (!document) return nothing;
  const [error] = document.errors;
  if (error) {
    const line = counter.linePos(error.pos[0]).line;
    const problem = error.message.split('\n', 1)[0];
    report.push({
      severity: 'error',
      reason,
      path,
      line,
      message: `${path} is not valid YAML and was ignored: ${problem}`,
    });
    return nothing;
  }
  visit(document, {
    Scalar: (key, node) => {
      const isNumber = typeof node.value === 'number' || typeof node.value === 'bigint';
      if (key !== 'key' && isNumber && node.source !== undefined && String(node.value) !== node.source)
        node.value = node.source;
    },
  });
  try {
    const value: unknown = document.toJS({ maxAliasCount: 50 });
    if (text.includes('*') && isCyclic(value)) throw new Error('an alias in it refers to itself.');
    const nodeAt = createNodeFinder(document);
    return {
      value,
      lineOf: (keys) => {
        const node = nodeAt(keys);
        return node?.range ? counter.linePos(node.range[0]).line : undefined;
      },
    };
  } catch (thrown) {
    const problem = thrown instanceof Error ? thrown.message : 'it cannot be read';
    report.push({ severity: 'error', reason, path, message: `${path} was ignored: ${problem}` });
    return nothing;
  }
}

interface Ranged {
  range?: [number, number, number] | null;
}

/** Finds the nodes at paths of keys; the library's own search is linear, and a report asks for every key. */
function createNodeFinder(document: Document): (keys: readonly (string | number)[]) => Ranged | undefined {
  const values = new Map<unknown, Map<string, unknown>>();
  const childOf = (node: unknown, key: string | number): unknown => {
    if (isSeq(node)) return node.items[Number(key)];
    if (!isMap(node)) return undefined;
    let known = values.get(node);
    if (!known) {
      known = new Map(
        (node.items as Pair[]).map((pair) => [
          String(isScalar(pair.key) ? pair.key.value : pair.key),
          pair.value,
        ]),
      );
      values.set(node, known);
    }
    return known.get(String(key));
  };
  return (keys) => keys.reduce<unknown>(childOf, document.contents) as Ranged | undefined;
}
