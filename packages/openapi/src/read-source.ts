import { locateInJson } from './locate-in-json.ts';
import { copyOf, readJson } from './numbers/json-text.ts';
import { readYaml } from './read-yaml.ts';
import type { Position, SpecProblem, ValuePath } from './spec-problem.ts';
import { surveyValue } from './survey-value.ts';

export type SpecFormat = 'json' | 'yaml';

/** A file of a spec as plain data, which is neither too deep nor too large for what follows. */
export interface Source {
  format: SpecFormat;
  text: string;
  value: unknown;
  /** The position of each value. */
  locate(paths: readonly ValuePath[]): (Position | undefined)[];
}

/**
 * Reads a file as JSON or, if it is not valid JSON, as YAML, of which JSON is almost a part: so the errors of either
 * have a line and a column.
 */
export function readSource(bytes: Uint8Array): Source | SpecProblem[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return [{ severity: 'error', code: 'syntax', message: 'The file is not valid UTF-8.' }];
  }
  const source = readText(text);
  if (Array.isArray(source)) return source;
  const found = surveyValue(source.value);
  if (found) return [{ severity: 'error', ...found.problem, ...source.locate([found.path])[0] }];
  // Aliases of YAML share objects, and later steps change some of them.
  return source.format === 'yaml' && text.includes('*') ? { ...source, value: copyOf(source.value) } : source;
}

function readText(text: string): Source | SpecProblem[] {
  try {
    return {
      format: 'json',
      text,
      value: readJson(text),
      locate: (paths) => locateInJson(text, paths),
    };
  } catch {
    const yaml = readYaml(text);
    return Array.isArray(yaml) ? yaml : { format: 'yaml', text, ...yaml };
  }
}
