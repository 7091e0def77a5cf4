import { isMap, isScalar, isSeq, LineCounter, type Pair, parseDocument } from 'yaml';
import { HOSTILE_YAML, refuseYaml } from '../content/documents/hostile-yaml.ts';
import { MAX_FILE_BYTES } from './openapi-limits.ts';
import type { Position, SpecProblem, ValuePath } from './spec-problem.ts';

export interface YamlSource {
  value: unknown;
  locate(path: ValuePath): Position | undefined;
}

/** How often aliases may repeat what anchors name, each weighted by the aliases inside it. */
const MAX_ALIASES = 10_000;
/** Values that are versions: `1.10` and `2.0` are not numbers there. */
const VERSIONS: readonly ValuePath[] = [['swagger'], ['openapi'], ['info', 'version']];

/** Reads a YAML text, or tells what is wrong with it. */
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
  const findNode = (path: ValuePath): unknown => path.reduce<unknown>(childOf, document.contents);
  for (const path of VERSIONS) {
    const node = findNode(path);
    if (isScalar(node) && typeof node.value === 'number' && node.source !== undefined)
      node.value = node.source;
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return {
      value,
      locate: (path) => {
        for (let length = path.length; length >= 0; length -= 1) {
          const node = findNode(path.slice(0, length)) as { range?: [number, number, number] } | undefined;
          if (node?.range) return at(node.range[0]);
        }
        return undefined;
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

const syntaxError = (message: string, position: Position): SpecProblem => ({
  severity: 'error',
  code: 'syntax',
  message: `${message.replace(/\.$/, '')}.`,
  ...position,
});

function childOf(node: unknown, key: string): unknown {
  if (isSeq(node)) return node.items[Number(key)];
  if (!isMap(node)) return undefined;
  return (node.items as Pair[]).find((pair) => String(isScalar(pair.key) ? pair.key.value : pair.key) === key)
    ?.value;
}
