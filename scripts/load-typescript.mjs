// Runs TypeScript of this repository without building it, which Node.js 20 cannot do itself.
import { join } from 'node:path';
import { createServer } from 'vite';
import { packageSources } from './package-sources.mjs';
import { root } from './prepare.mjs';

/** Loads the module at `path`, below the root, and passes it to `use`. */
export async function withTypeScript(path, use) {
  const loader = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
    plugins: [packageSources],
  });
  try {
    return await use(await loader.ssrLoadModule(join(root, path)));
  } finally {
    await loader.close();
  }
}
