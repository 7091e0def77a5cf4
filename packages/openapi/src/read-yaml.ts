import { HOSTILE_YAML, refuseYaml } from '@lectern/markdown/hostile-yaml';
import { type Document, isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument, visit } from 'yaml';
import { MAY_BE_LONG } from './numbers/json-text.ts';
import { readNumber } from './numbers/long-number.ts';
import { MAX_FILE_BYTES } from './openapi-limits.ts';
import type { Position, SpecProblem, ValuePath } from './spec-problem.ts';

export interface YamlSource {
  value: unknown;
  locate(paths: readonly ValuePath[]): (Position | undefined)[];
}

/** How often aliases may repeat what anchors name, each weighted by the aliases inside it. */
const MAX_ALIASES = 10_000;
/** Values that are versions: `1.10` and `2.0` are not numbers there. */
const VERSIONS: readonly ValuePath[] = [['swagger'], ['openapi'], ['info', 'version']];

/** Reads a YAML text, or returns what is wrong with it. */
export function readYaml(text: string): YamlSource | SpecProblem[] {
  const refused = refuseYaml(text, MAX_FILE_BYTES);
  if (refused)
    return [{ severity: 'error', code: 'too-deep', message: `The file cannot be read: ${refused}.` }];
  const counter = new LineCounter();
  const at = (offset: number): Position => {
    const { line, col } = counter.linePos(offset);
    return { line, column: col };
  };
  const document = parseDocument(text, {
    ...HOSTILE_YAML,
    lineCounter: counter,
    logLevel: 'silent',
    merge: true,
    // The library compares each key with all others of its map.
    uniqueKeys: false,
  });
  if (document.errors.length > 0)
    return document.errors.map(({ message, pos }) =>
      syntaxError(message.split('\n', 1)[0] ?? '', at(pos[0])),
    );
  if (MAY_BE_LONG.test(text)) keepLongNumbers(document);
  for (const path of VERSIONS) {
    const node = nodesOf(document.contents, path, new Map())[path.length];
    if (isScalar(node) && typeof node.value === 'number' && node.source !== undefined)
      node.value = node.source;
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return {
      value,
      locate: (paths) => {
        const known: KnownMaps = new Map();
        return paths.map((path) => {
          const node = nodesOf(document.contents, path, known).findLast((one) => one.range);
          return node?.range ? at(node.range[0]) : undefined;
        });
      },
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [
      {
        severity: 'error',
        code: 'too-large',
        message: `The aliases of the file cannot be followed: ${reason}.`,
      },
    ];
  }
}

/** Numbers that JavaScript would round. A key is a text, which has all digits as well. */
function keepLongNumbers(document: Document): void {
  visit(document, {
    Scalar: (key, node) => {
      if (typeof node.value !== 'number' || node.source === undefined) return;
      const number = readNumber(toJsonNumber(node.source));
      if (typeof number !== 'number') node.value = key === 'key' ? node.source : number;
    },
  });
}

/** YAML has signs, zeros and points where JSON has none, and numbers to the bases 8 and 16. Infinity stays as it is. */
function toJsonNumber(source: string): string {
  if (/^0[ox][\da-f]{1,400}$/i.test(source)) return String(BigInt(source));
  const [, minus, digits = '', rest = ''] =
    /^(?:\+|(-))?(\d*)((?:\.\d*)?(?:e[+-]?\d+)?)$/i.exec(source) ?? [];
  const whole = digits.replace(/^0+/, '');
  const tail = rest.replace(/\.(?!\d)/, '');
  return whole + tail === '' ? '0' : `${minus ?? ''}${whole === '' ? '0' : whole}${tail}`;
}

const syntaxError = (message: string, position: Position): SpecProblem => ({
  severity: 'error',
  code: 'syntax',
  message: `${message.replace(/\.$/, '')}.`,
  ...position,
});

interface YamlNode {
  range?: [number, number, number] | null;
}

/** The values of maps by their keys. */
type KnownMaps = Map<unknown, Map<string, unknown>>;

/** The nodes on a path as far as it leads, from the root. */
function nodesOf(root: unknown, path: ValuePath, known: KnownMaps): YamlNode[] {
  const nodes: YamlNode[] = [];
  let node = root;
  for (let depth = 0; typeof node === 'object' && node !== null; depth += 1) {
    nodes.push(node);
    const key = path[depth];
    if (key === undefined) break;
    node = childOf(node, key, known);
  }
  return nodes;
}

function childOf(node: unknown, key: string, known: KnownMaps): unknown {
  if (isSeq(node)) return node.items[Number(key)];
  if (!isMap(node)) return undefined;
  let values = known.get(node);
  if (!values) {
    values = new Map();
    known.set(node, values);
    for (const { key, value } of node.items as Pair[]) {
      const name = String(isScalar(key) ? key.value : key);
      if (!values.has(name)) values.set(name, value);
    }
  }
  return values.get(key);
}
