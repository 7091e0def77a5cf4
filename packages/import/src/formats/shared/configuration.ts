import type { Problems } from './problems.ts';

interface UnreadConfiguration {
  path: string;
  text: string;
  /** The error of the parser; undefined if the file was read, but has an unknown structure. */
  error?: unknown;
  /** What the import does instead: `The default folders were used.` */
  consequence: string;
}

/** Reports a configuration that could not be read, with the line of the error. */
export function reportConfiguration(
  problems: Problems,
  { path, text, error, consequence }: UnreadConfiguration,
): void {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
  const explanation = reason === '' ? '' : `: ${reason.replace(/[.:]?$/, '')}`;
  problems.report({
    path,
    line: findLine(error, text) ?? 1,
    reason: 'unreadable-configuration',
    message: `The configuration “${path}” could not be read${explanation}. ${consequence}`,
  });
}

/** Parsers of JSON, TOML, YAML and JavaScript name the place of an error in ways of their own. */
function findLine(error: unknown, text: string): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const found = error as Error & {
    line?: unknown;
    linePos?: readonly { line: number }[];
    loc?: { line: number };
    pos?: readonly number[];
  };
  if (typeof found.line === 'number') return found.line;
  const line = found.linePos?.[0]?.line ?? found.loc?.line;
  if (line !== undefined) return line;
  const position = found.pos?.[0] ?? /at position (\d+)/.exec(error.message)?.[1];
  if (position === undefined && !/end of JSON/.test(error.message)) return undefined;
  const end = position === undefined ? text.trimEnd().length : Number(position);
  return text.slice(0, end).split('\n').length;
}
