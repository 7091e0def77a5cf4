import type { Sql } from 'postgres';

/**
 * The driver as Kysely's dialect uses it, but with prepared statements: the dialect runs every query
 * through `unsafe`, which prepares nothing unless told to. It also leaves the type of a list to the
 * server, where the driver would take it for the type of its first element (a list of hashes for one).
 */
export function withPreparedStatements(sql: Sql): Sql {
  const reserve = async () => {
    const reserved = await sql.reserve();
    const unsafe = reserved.unsafe.bind(reserved);
    const prepared = (text: string, parameters: unknown[]) =>
      unsafe(
        text,
        parameters.map((value) => (Array.isArray(value) ? sql.typed(value as never, 0) : value)) as never[],
        { prepare: true },
      );
    return Object.assign(reserved, { unsafe: prepared });
  };
  return Object.assign(() => {}, { reserve, end: sql.end }) as unknown as Sql;
}
