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
  /** Whether something in it may be a reference to another file. */
  mayReferOut: boolean;
  /** Whether something in it may give a schema an address or an anchor. */
  hasNames: boolean;
  /** Whether something in it may be the keyword `dependencies` of old schemas. */
  hasDependencies: boolean;
  /** The position of each value. */
  locate(paths: readonly ValuePath[]): (Position | undefined)[];
}

/**
 * Reads a file as JSON, or as YAML if it is not valid JSON. Nearly all JSON is YAML, so errors of both have a line and
 * a column.
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
  const survey = surveyValue(source.value);
  if ('problem' in survey)
    return [{ severity: 'error', ...survey.problem, ...source.locate([survey.path])[0] }];
  // Aliases of YAML share objects, and later steps change some of them.
  const isShared = source.format === 'yaml' && text.includes('*');
  return { ...source, ...survey, value: isShared ? copyOf(source.value) : source.value };
}

function readText(
  text: string,
): Omit<Source, 'mayReferOut' | 'hasNames' | 'hasDependencies'> | SpecProblem[] {
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
