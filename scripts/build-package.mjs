// npm pack in a folder of packages/ runs this: builds what the package exports into its dist folder.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const folder = process.cwd();
const { exports, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const input = Object.fromEntries(
  Object.entries(exports).map(([name, { '@lectern/source': source }]) => [
    name.slice('./'.length),
    join(folder, source),
  ]),
);
rmSync(join(folder, 'dist'), { recursive: true, force: true });
const build = await rolldown({
  input,
  platform: 'node',
  logLevel: 'warn',
  external: (id) =>
    id.startsWith('node:') || Object.keys(dependencies).some((name) => `${id}/`.startsWith(`${name}/`)),
});
await build.write({ dir: join(folder, 'dist'), format: 'esm', entryFileNames: '[name].js' });
await build.close();
