// npm run bench:<name>: builds the service when needed, then runs bench/<name>.ts.
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { prepare, root } from '../scripts/prepare.mjs';

const [name, ...parameters] = process.argv.slice(2);
prepare({ everything: true });
console.log(
  `${name}: ${availableParallelism()} cores, load ${loadavg()[0].toFixed(2)}, Node.js ${process.versions.node}`,
);
const { module } = await runnerImport(join(root, `bench/${name}.ts`));
await module.run(parameters);
