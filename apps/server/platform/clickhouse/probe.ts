/** Asks a ClickHouse server for its version. Throws what the server or the connection said. */
export async function probeClickHouse(url: string, timeoutMs: number): Promise<string> {
  const { createClient } = await import('@clickhouse/client');
  // The address names the database, so that one that is missing is a failure, too.
  const client = createClient({
    url,
    request_timeout: timeoutMs,
    application: 'lectern',
    log: { level: 127 },
  });
  try {
    const result = await client.query({ query: 'select version() as version', format: 'JSONEachRow' });
    const [row] = await result.json<{ version: string }>();
    return row?.version ?? '';
  } finally {
    await client.close();
  }
}
