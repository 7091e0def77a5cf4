import { listPaths } from '@lectern/expressions/list-paths';
import { parseExpression } from '@lectern/expressions/parse-expression';
import { t } from '../../messages/messages.ts';
import type { Variable } from '../input/editor-parts.ts';

/** The data that expressions of content can name (docs/api/adaptive-content.md). */
const ROOTS = new Set(['visitor', 'space', 'page', 'Date']);

/** Describes what is wrong with an expression. Undefined if it is valid. */
export function checkExpression(text: string, variables: readonly Variable[]): string | undefined {
  if (text.trim() === '') return t('expressionEmpty');
  const { expression, problem } = parseExpression(text);
  if (problem)
    return t('expressionProblem', { column: problem.column, line: problem.line, message: problem.message });
  const known = new Set(variables.map(({ path }) => path));
  for (const path of listPaths(expression)) {
    const [root = '', second, name] = path;
    if (!ROOTS.has(root)) return t('expressionUnknown', { name: path.join('.') });
    if (second === 'vars' && name !== undefined && !known.has(`${root}.vars.${name}`))
      return t('expressionUnknown', { name: path.slice(0, 3).join('.') });
  }
  return undefined;
}
