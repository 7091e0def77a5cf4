// npm run bench:<name>: builds the service when needed, then runs bench/<name>.ts.
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { prepare, root } from '../scripts/prepare.mjs';

const [name, ...parameters] = process.argv.slice(2);
prepare({ everything: true });
console.log(
  `${name}: ${availableParallelism()} cores, load ${loadavg()[0].toFixed(2)}, Node.js ${process.versions.node}`,
);
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
  const module = await loader.ssrLoadModule(join(root, `bench/${name}.ts`));
  await module.run(parameters);
} finally {
  await loader.close();
}
