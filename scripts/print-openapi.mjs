// npm run --silent openapi: prints the OpenAPI document in a stable order, for comparing two versions of it.
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './prepare.mjs';

// Used only to read TypeScript, which Node.js 20 cannot; it serves nothing.
const loader = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, ws: false, watch: null },
});
try {
  const { writeOpenApiDocument } = await loader.ssrLoadModule(join(root, 'test/openapi-document.ts'));
  process.stdout.write(await writeOpenApiDocument());
} finally {
  await loader.close();
}
