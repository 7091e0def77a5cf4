// npm run record:generators -- [generator …]: builds the repositories of test/seen with the generators themselves, and
// records what their pages show. Installs the generators from the registry; `mkdocs` with the theme Material must be
// installed (Debian: mkdocs mkdocs-material python3-pymdownx).
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withTypeScript } from '../../scripts/load-typescript.mjs';

const TOOLS = {
  vitepress: '1.6.4',
  '@docusaurus/core': '3.10.2',
  '@docusaurus/preset-classic': '3.10.2',
  react: '19.3.1',
  'react-dom': '19.3.1',
  honkit: '6.1.7',
};

const tools = mkdtempSync(join(tmpdir(), 'lectern-generators-'));
try {
  writeFileSync(join(tools, 'package.json'), JSON.stringify({ private: true, dependencies: TOOLS }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: tools, stdio: 'inherit' });
  await withTypeScript('test/seen/generated-sites.ts', async ({ recordGenerator, BUILDS }) => {
    const target = join(import.meta.dirname, 'recorded');
    mkdirSync(target, { recursive: true });
    for (const generator of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BUILDS)) {
      const recorded = await recordGenerator(generator, { folder: join(tools, generator), tools });
      writeFileSync(join(target, `${generator}.json`), `${JSON.stringify(recorded, null, 1)}\n`);
      console.log(`${generator}: ${Object.keys(recorded.pages).length} pages`);
    }
  });
} finally {
  rmSync(tools, { recursive: true, force: true });
}
