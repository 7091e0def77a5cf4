/** Runs the program of docs/api/example-change-request.md and compares its output with the one that the page shows. */
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { GitBookAPI } from '@gitbook/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';
import { addMember } from './factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await app.server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

interface Example {
  program: string;
  output: string;
}

/** The parts of the program, and what they print. */
async function readExample(path: string): Promise<Example> {
  const page = await readFile(path, 'utf8');
  const blocks = [...page.matchAll(/\{% code title="(.+?)" %\}\n```\w*\n(.*?)```\n/gs)];
  const textOf = (title: string): string =>
    blocks.flatMap(([, name, text]) => (name === title ? text : [])).join('');
  return { program: textOf('change-request.mjs'), output: textOf('Output') };
}

/** Forty requests, some of which start a thread: on a busy machine they have taken 36 seconds. */
const DEADLINE_MS = 150_000;

/** The requests that the server has received and not answered, so that a test that waits in vain can name them. */
function watchRequests({ server }: TestApp): () => string[] {
  const open = new Set<string>();
  server.server.on('request', (request, response) => {
    const name = `${request.method} ${request.url}`;
    open.add(name);
    response.once('close', () => open.delete(name));
  });
  return () => [...open];
}

async function withinDeadline(work: Promise<unknown>, listOpen: () => string[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The example does not go on. Not answered: ${listOpen().join(', ') || 'nothing'}.`));
    }, DEADLINE_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const IMPORT = "import { GitBookAPI } from '@gitbook/api';\n";

test('the documented example does what the page says', async () => {
  const { program, output } = await readExample('docs/api/example-change-request.md');
  expect(program.startsWith(IMPORT)).toBe(true);
  expect(output.split('\n').length).toBeGreaterThan(10);
  const ann = await addMember(app, { role: 'edit', displayName: 'Ann' });
  const ben = await addMember(app, { role: 'review', displayName: 'Ben' });
  const environment = {
    LECTERN: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`,
    ORGANIZATION: app.organizationId,
    ADMIN_TOKEN: app.adminToken,
    ANN_TOKEN: ann.token,
    BEN_TOKEN: ben.token,
    BEN: ben.userId,
  };
  const printed: string[] = [];
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  const run = new AsyncFunction('GitBookAPI', 'process', 'console', program.slice(IMPORT.length));
  const listOpen = watchRequests(app);
  await withinDeadline(
    run(
      GitBookAPI,
      { env: environment },
      { log: (...parts: unknown[]) => printed.push(`${parts.join(' ').trimEnd()}\n`) },
    ),
    listOpen,
  );
  expect(printed.join('')).toBe(output);
}, 180_000);
