import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { buildApp } from '../apps/server/app/app.ts';
import { POINTER_LOADERS } from '../apps/server/app/pointer-loaders.ts';
import { ChangeNews } from '../apps/server/platform/access/change-news.ts';
import { createKeyRing } from '../apps/server/platform/access/keys.ts';
import { createPointers } from '../apps/server/platform/access/pointers.ts';
import { readConfig } from '../apps/server/platform/config.ts';
import type { Context } from '../apps/server/platform/context.ts';
import { createCursorSigner } from '../apps/server/platform/http/cursors.ts';

/** The OpenAPI document as text with sorted keys, so that two versions of it can be compared line by line. */
export async function writeOpenApiDocument(): Promise<string> {
  const keyRing = createKeyRing([randomBytes(32).toString('hex')]);
  // Building the app and describing its routes reads no database and no file.
  const nowhere = undefined as never;
  const pointers = createPointers(nowhere, POINTER_LOADERS);
  const context: Context = {
    config: readConfig({ LECTERN_DATA_DIR: tmpdir() }),
    log: pino({ level: 'silent' }),
    db: nowhere,
    jobDb: nowhere,
    sessionDb: nowhere,
    replicas: undefined,
    clickHouse: undefined,
    databaseSpace: nowhere,
    readPoolUsage: nowhere,
    clock: () => new Date(),
    keyRing,
    pointers,
    news: new ChangeNews(pointers),
    announcer: nowhere,
    transact: nowhere,
    followers: nowhere,
    fields: nowhere,
    cursors: createCursorSigner(keyRing.keys('cursors')),
    blobs: nowhere,
    threads: nowhere,
    readQuota: nowhere,
  };
  const { server } = await buildApp(context);
  try {
    const response = await server.inject({ url: '/v1/openapi.json' });
    return `${JSON.stringify(sortKeys(response.json()), undefined, 2)}\n`;
  } finally {
    await server.close();
  }
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
