/** The small files beside the pages: variables, tags and reusable contents. */

import { findTag } from '@lectern/markdown/page-condition';
import { isRecord } from '@lectern/std/is-record';
import { joinPath } from './file-index.ts';
import type { LayoutTag, RepositoryLayout } from './layout.ts';
import { findFrontMatter, nameOf } from './page-title.ts';
import type { ReportEntry, ReportReason, RepositoryFiles } from './repository-files.ts';
import { parseYamlFile } from './yaml-file.ts';

export const variablesPath = (root: string): string => joinPath(root, '.gitbook/vars.yaml')!;
export const tagsPath = (root: string): string => joinPath(root, '.gitbook/tags.yaml')!;

const VARIABLE_NAME = /^\p{L}[\p{L}\p{N}_]*$/u;

export async function readVariables(
  files: RepositoryFiles,
  root: string,
  report: ReportEntry[],
): Promise<RepositoryLayout['variables']> {
  const path = variablesPath(root);
  const yaml = await readYaml(files, path, report);
  const variables: RepositoryLayout['variables'] = {};
  if (yaml === undefined) return variables;
  if (!isRecord(yaml.value)) {
    report.push({
      severity: 'warning',
      reason: 'unreadable-configuration',
      path,
      message: `${path} must be a list of “name: value”. It was ignored.`,
    });
    return variables;
  }
  for (const [name, value] of Object.entries(yaml.value)) {
    const warn = (message: string, reason: ReportReason = 'unreadable-configuration'): void => {
      const line = yaml.lineOf([name]);
      report.push({ severity: 'warning', reason, path, ...(line === undefined ? {} : { line }), message });
    };
    if (!VARIABLE_NAME.test(name))
      warn(
        `“${name}” is not a valid name of a variable (a letter, then letters, digits and _) and was ignored.`,
      );
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      variables[name] = value;
      const tag = findTag(value);
      if (tag !== undefined)
        warn(
          `A condition in the value of “${name}” is invalid, so visitors do not see the value: ${tag}`,
          'invalid-condition',
        );
    } else if (value === null) variables[name] = '';
    else warn(`The variable “${name}” is not a single value and was ignored.`);
  }
  return variables;
}

export async function readTags(
  files: RepositoryFiles,
  root: string,
  report: ReportEntry[],
): Promise<LayoutTag[]> {
  const path = tagsPath(root);
  const yaml = await readYaml(files, path, report);
  if (yaml === undefined) return [];
  if (!Array.isArray(yaml.value)) {
    const message = `${path} must be a list of tags. It was ignored.`;
    report.push({ severity: 'warning', reason: 'unreadable-configuration', path, message });
    return [];
  }
  const tags = new Map<string, LayoutTag>();
  for (const [position, item] of yaml.value.entries()) {
    const slug = isRecord(item) ? asText(item.tag) : undefined;
    if (!isRecord(item) || !slug || tags.has(slug)) {
      const line = yaml.lineOf([position]);
      const message = slug
        ? `The tag “${slug}” is listed twice. The first was used.`
        : 'A tag needs “tag” and “label”. It was ignored.';
      const place = { path, ...(line === undefined ? {} : { line }) };
      report.push({ severity: 'warning', reason: 'unreadable-configuration', ...place, message });
      continue;
    }
    const more = { icon: asText(item.icon), emoji: asText(item.emoji), color: asText(item.color) };
    const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
    tags.set(slug, { slug, label: asText(item.label) ?? slug, ...given });
  }
  return [...tags.values()];
}

/** A reusable content is named by the `title` of its front matter, else by its file. */
export async function readIncludes(
  files: RepositoryFiles,
  paths: readonly string[],
  report: ReportEntry[],
): Promise<RepositoryLayout['includes']> {
  const texts = await files.readTexts(paths);
  return paths.map((path) => {
    const source = findFrontMatter(texts.get(path) ?? '');
    const facts = source === undefined ? undefined : parseYamlFile(path, source, report).value;
    return { path, title: (isRecord(facts) ? asText(facts.title)?.trim() : undefined) || nameOf(path) };
  });
}

async function readYaml(
  files: RepositoryFiles,
  path: string,
  report: ReportEntry[],
): Promise<ReturnType<typeof parseYamlFile> | undefined> {
  const text = (await files.readTexts([path])).get(path);
  if (text === undefined) return undefined;
  const yaml = parseYamlFile(path, text, report);
  return yaml.value === undefined || yaml.value === null ? undefined : yaml;
}

const asText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
