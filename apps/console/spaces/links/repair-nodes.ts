/** Gives links of a reusable content another target, in its document. */
import { isRecord } from '@lectern/std/is-record';

export interface RepairedNodes {
  nodes: readonly unknown[];
  /** The targets that were replaced, once for each link. */
  replaced: string[];
}

/** The fields of references that contain a target which was not found. */
const TARGETS = ['url', 'file', 'reusableContent'] as const;

export function repairNodes(
  nodes: readonly unknown[],
  targets: ReadonlySet<string>,
  replacement: string,
): RepairedNodes {
  const replaced: string[] = [];
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (!isRecord(value)) return value;
    const target = targetOf(value);
    if (target !== undefined && targets.has(target)) {
      replaced.push(target);
      return { kind: 'url', url: replacement };
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner)]));
  };
  return { nodes: nodes.map(visit), replaced };
}

/** The target of a reference; undefined for anything else. */
function targetOf(value: Record<string, unknown>): string | undefined {
  if (typeof value.kind !== 'string') return undefined;
  const name = TARGETS.find((field) => typeof value[field] === 'string');
  return name && (value[name] as string);
}
