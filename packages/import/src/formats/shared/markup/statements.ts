import { readLiteral } from '../literals/evaluate.ts';
import { type Literal, UNKNOWN } from '../literals/literal.ts';
import { quote } from './inline-markup.ts';
import type { MarkupNode, MarkupRaw, ReportMarkup } from './markup.ts';

/** The names that the `import` and `export` statements of an MDX page define. */
export interface Statements {
  /** The modules that names are imported from. */
  imports: Map<string, string>;
  /** The values of constants. */
  values: Map<string, Literal>;
}

const CONSTANT = /^export\s+(?:const|let|var)\s+([\w$]+)\s*=/;
const MODULE = /^(?:"([^"\n]{1,1000})"|'([^'\n]{1,1000})')/;

/** `import a, { b } from 'module'`, or `import 'module'`. */
function splitImport(text: string): { names: string; module: string } | undefined {
  if (!text.startsWith('import')) return undefined;
  const at = text.lastIndexOf('from');
  const match = MODULE.exec(text.slice(at < 0 ? 'import'.length : at + 'from'.length).trimStart());
  const module = match?.[1] ?? match?.[2];
  return module === undefined ? undefined : { names: text.slice('import'.length, Math.max(at, 0)), module };
}

/** Reads the statements of a page. Modules for which `isKnown` returns true are not reported. */
export function readStatements(
  nodes: readonly MarkupNode[],
  isKnown: (module: string) => boolean,
  report: ReportMarkup,
): Statements {
  const statements: Statements = { imports: new Map(), values: new Map() };
  for (const node of nodes)
    if (node.kind === 'raw' && node.name === 'import')
      for (const statement of splitStatements(node)) addStatement(statements, statement, isKnown, report);
  return statements;
}

/** Splits statements, each of which begins on a line of its own. */
function splitStatements({ text, line }: MarkupRaw): { text: string; line: number }[] {
  const found: { lines: string[]; line: number }[] = [];
  for (const [i, each] of text.split('\n').entries()) {
    if (/^(?:import|export)\b/.test(each) || found.length === 0)
      found.push({ lines: [each], line: line + i });
    else found.at(-1)!.lines.push(each);
  }
  return found.map(({ lines, line: number }) => ({ text: lines.join('\n').trim(), line: number }));
}

function addStatement(
  { imports, values }: Statements,
  { text, line }: { text: string; line: number },
  isKnown: (module: string) => boolean,
  report: ReportMarkup,
): void {
  const imported = splitImport(text);
  if (imported) {
    const { names, module } = imported;
    for (const name of names.matchAll(/[\w$]+/g)) imports.set(name[0], module);
    if (!isKnown(module))
      report({
        line,
        reason: 'unsupported-import',
        message: `The import of “${module}” was left out, because pages cannot run code.`,
      });
    return;
  }
  const constant = CONSTANT.exec(text);
  const value = constant ? readLiteral(withoutSemicolon(text.slice(constant[0].length))) : UNKNOWN;
  if (constant && value !== UNKNOWN) values.set(constant[1]!, value);
  else
    report({
      line,
      reason: 'unsupported-statement',
      message: `The statement ${quote(text)} was left out, because pages cannot run code.`,
    });
}

function withoutSemicolon(text: string): string {
  const trimmed = text.trim();
  return trimmed.endsWith(';') ? trimmed.slice(0, -1) : trimmed;
}
