import { type CompiledQuery, type KyselyPlugin, PostgresQueryCompiler, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addSpace } from '../../../../../test/factories.ts';

let app: TestApp;
/** A second process on the database, whose statements are recorded. */
let recorded: TestApp;
const sent: CompiledQuery[] = [];
beforeAll(async () => {
  app = await buildTestApp();
  const compiler = new PostgresQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      sent.push(compiler.compileQuery(node as RootOperationNode, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const { database } = app;
  recorded = await buildTestApp({
    beside: { ...app, database: { ...database, db: database.db.withPlugin(plugin) } },
  });
});
afterAll(async () => {
  await recorded.close();
  await app.close();
});

/** Returns the statements of the second of two splices in a page: the first one opens the space in this process. */
async function statementsOfSplice(paragraphs: number): Promise<string[]> {
  const spaceId = await addSpace(app);
  const content = `/v1/spaces/${spaceId}/content`;
  const markdown = Array.from({ length: paragraphs }, (_, n) => `Lantern ${n} by the windmill.`).join('\n\n');
  const insert = { operation: 'insert_page', title: 'Page', document: { markdown } };
  const made = (await app.request('POST', content, { body: { changes: [insert] } })).json();
  const page = made.changes[0].page.id;
  const { document } = (await app.request('GET', `${content}/page/${page}`)).json();
  let { key } = document.nodes.at(1);
  for (const letter of ['M', 'N']) {
    sent.length = 0;
    const text = [{ at: { key }, offset: 0, remove: 1, insert: letter }];
    const changes = [{ operation: 'update_page', page, text }];
    const response = await recorded.request('POST', content, { body: { changes } });
    expect(response.statusCode, response.body).toBe(200);
    key = response.json().changes[0].keys?.[key] ?? key;
  }
  return sent.map(({ sql }) => sql);
}

test.each([
  ['short', 3],
  ['long', 500],
])('a splice in a %s page takes eight statements', async (_name, paragraphs) => {
  const statements = await statementsOfSplice(paragraphs);
  expect(statements.length, statements.join('\n')).toBe(8);
});
