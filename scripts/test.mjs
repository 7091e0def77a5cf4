// npm test: everything that a change has to pass.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, npm, prepare, root } from './prepare.mjs';

const startedAt = Date.now();
prepare({ everything: true });
installBrowser();
step('the style and type checks', () => npm('run', '--silent', 'check'));
step('the tests', () => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  return (
    spawnSync(process.execPath, [vitest, 'run', '--project', 'unit'], { cwd: root, stdio: 'inherit' })
      .status === 0
  );
});
console.log(`All checks and tests passed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);

function step(name, run) {
  console.log(`Running ${name} …`);
  if (!run()) fail(`npm test failed in ${name}.`);
}

/** The browser suites run in Debian's Chromium. */
function installBrowser() {
  const hasSuite = readdirSync(join(root, 'test'), { recursive: true }).some((file) =>
    /browser.*\.test\.ts$/.test(file),
  );
  const isInstalled = ['chromium', 'chromium-browser', 'google-chrome'].some((name) =>
    existsSync(`/usr/bin/${name}`),
  );
  if (!hasSuite || isInstalled) return;
  if (process.getuid?.() !== 0) fail('The browser suites need Chromium: apt-get install chromium.');
  step('the installation of Chromium', () =>
    [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']].every(
      (parameters) =>
        spawnSync('apt-get', ['-qq', ...parameters], {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        }).status === 0,
    ),
  );
}
