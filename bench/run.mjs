// npm run bench:<name>: builds the service when needed, then runs bench/<name>.ts.
import { availableParallelism, loadavg } from 'node:os';
import { withTypeScript } from '../scripts/load-typescript.mjs';
import { prepare } from '../scripts/prepare.mjs';

const [name, ...parameters] = process.argv.slice(2);
prepare({ everything: true });
console.log(
  `${name}: ${availableParallelism()} cores, load ${loadavg()[0].toFixed(2)}, Node.js ${process.versions.node}`,
);
await withTypeScript(`bench/${name}.ts`, (module) => module.run(parameters));
