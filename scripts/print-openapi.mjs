// npm run --silent openapi: prints the OpenAPI document in a stable order, for comparing two versions of it.
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './prepare.mjs';

// Only for reading TypeScript, which Node.js 20 cannot; nothing is served.
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
