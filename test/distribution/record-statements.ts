import diagnostics from 'node:diagnostics_channel';

/** A statement of the service, with the values with which it was first sent. */
export interface RecordedStatement {
  sql: string;
  parameters: readonly unknown[];
  /** The innermost function outside the database layer that sent it: `file:function`. */
  source: string;
}

export interface StatementRecorder {
  /** What was recorded since the last call. */
  take(): RecordedStatement[];
  stop(): void;
}

/** Records the statements of the service, each form once: `isForAll` says whether once for all calls of `take`. */
export function recordStatements({ isForAll = false } = {}): StatementRecorder {
  const known = new Set<string>();
  let fresh: RecordedStatement[] = [];
  const record = (message: unknown): void => {
    const { sql, parameters } = message as Pick<RecordedStatement, 'sql' | 'parameters'>;
    const form = toForm(sql);
    if (known.has(form)) return;
    const source = findSource();
    if (source === undefined) return;
    known.add(form);
    fresh.push({ sql, parameters, source });
  };
  diagnostics.subscribe('lectern:statement', record);
  return {
    take: () => {
      const taken = fresh;
      fresh = [];
      if (!isForAll) known.clear();
      return taken;
    },
    stop: () => diagnostics.unsubscribe('lectern:statement', record),
  };
}

/** The statement without the numbers of its parameters: lists of any length have one form. */
const toForm = (sql: string): string =>
  sql
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/(\([^()]*\))(?:, \1)+/g, '$1')
    .replaceAll(/(\$(?:::\w+)?)(?:, \$(?:::\w+)?)+/g, '$1');

const FRAME =
  /at (?:async )?(?:(\S+) (?:\[as \S+\] )?\()?(?:file:\/\/)?(?:.*\/)?((?:apps|packages|test)\/[^:)]+):\d+:\d+/;
const INNER = /^apps\/server\/platform\/db\/|^test\/distribution\//;

/** Undefined for statements that tests write themselves. */
function findSource(): string | undefined {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const lines = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = limit;
  for (const line of lines) {
    const [, name = '', file] = line.includes('node_modules') ? [] : (FRAME.exec(line) ?? []);
    if (file === undefined || INNER.test(file)) continue;
    return file.startsWith('test/') || file.includes('.test.ts')
      ? undefined
      : `${file.replace(/^apps\/server\//, '')}:${name.replace(/^Object\./, '')}`;
  }
  return undefined;
}
