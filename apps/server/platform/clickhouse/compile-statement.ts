import {
  type DatabaseIntrospector,
  DefaultQueryCompiler,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  type RawBuilder,
} from 'kysely';

/** A statement with its values apart, as ClickHouse takes them: `{p0:String}` stands for the value of `p0`. */
export interface CompiledStatement {
  text: string;
  values: Record<string, unknown>;
}

class Compiler extends DefaultQueryCompiler {
  protected override appendValue(value: unknown): void {
    const name = `p${this.numParameters}`;
    this.addParameter(value);
    this.append(`{${name}:${typeOf(value)}}`);
  }
}

const TIME = "DateTime64(3, 'UTC')";

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `Array(${value.length === 0 ? 'String' : typeOf(value[0])})`;
  if (value instanceof Date) return TIME;
  if (typeof value === 'bigint') return 'Int64';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'Int64' : 'Float64';
  return typeof value === 'boolean' ? 'Bool' : 'String';
}

/** `2026-11-22 12:00:00.000`, in UTC. */
export const writeTime = (time: Date): string => time.toISOString().replace('T', ' ').slice(0, -1);

const write = (value: unknown): unknown =>
  value instanceof Date ? writeTime(value) : typeof value === 'bigint' ? String(value) : value;

/** Only compiles: statements are sent by the client of ClickHouse. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => ({}) as DatabaseIntrospector,
    createQueryCompiler: () => new Compiler(),
  },
});

export function compileStatement(statement: RawBuilder<unknown>): CompiledStatement {
  const { sql, parameters } = statement.compile(compiler);
  return { text: sql, values: Object.fromEntries(parameters.map((value, n) => [`p${n}`, write(value)])) };
}
