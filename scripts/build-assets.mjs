// Builds what browsers load from the sites origin: style sheets and scripts, each with its compressed forms beside it, and
// fonts, which are compressed.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { writeCompressed } from './compress.mjs';
import { packageSources } from './package-sources.mjs';
import { root } from './prepare.mjs';
import { writeSiteFonts } from './site-fonts.mjs';
import { writeBrowserNotice } from './write-notice.mjs';

const STYLES = join(root, 'apps/sites/assets');
const SCRIPTS = join(root, 'apps/sites/reader');
const STATIC_SCRIPTS = join(root, 'apps/sites/static-reader');

/** `folder` is made if it is not there. */
export async function buildAssets(folder) {
  mkdirSync(folder, { recursive: true });
  const write = (name, content) => {
    const bytes = Buffer.from(content);
    writeFileSync(join(folder, name), bytes);
    if (!name.endsWith('.woff2')) writeCompressed(join(folder, name), bytes);
    return `${name.replace(/\.\w+$/, '')}-${hashOf(bytes)}${name.slice(name.lastIndexOf('.'))}`;
  };
  const styles = ['page.css', 'document.css', 'reader.css'].map((name) =>
    readFileSync(join(STYLES, name), 'utf8'),
  );
  write('page.css', minifyStyles(styles.join('\n')));
  writeSiteFonts(write);
  write('notice.txt', writeBrowserNotice());
  const search = write('search.js', await bundle('search.ts'));
  const frame = write(
    'diagram-frame.html',
    writeFrame(write('diagram-frame.js', await bundleDiagramFrame())),
  );
  const diagrams = write('diagrams.js', await bundle('diagrams.ts', { DIAGRAM_FRAME: `./${frame}` }));
  const staticSearch = write('static-search.js', await bundle(join(STATIC_SCRIPTS, 'static-search.ts')));
  const tryScript = write('try.js', await bundle('try.ts'));
  const keys = write('keyboard-help.js', await bundle('keyboard-help.ts'));
  const scripts = {
    DIAGRAMS_SCRIPT: `./${diagrams}`,
    TRY_SCRIPT: `./${tryScript}`,
    KEYS_SCRIPT: `./${keys}`,
  };
  const served = { ...scripts, SEARCH_SCRIPT: `./${search}`, IS_STATIC: false };
  write('reader.js', await bundle('reader.ts', served));
  const built = { ...scripts, SEARCH_SCRIPT: `./${staticSearch}`, IS_STATIC: true };
  write('static-reader.js', await bundle('reader.ts', built));
}

/** The document in which a diagram is drawn. Its address names its script, and so the whole of it. */
const writeFrame = (script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Diagram</title><script defer src="${script}"></script><style>body{margin:0}svg{display:block;margin:auto;max-width:100%}</style><body></body></html>`;

/** Mermaid as its package brings it, which is bundled already, and what draws with it. */
async function bundleDiagramFrame() {
  const mermaid = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js');
  const frame = await bundle('diagram-frame.ts', {}, 'iife');
  return `${readFileSync(mermaid, 'utf8')}\n${frame}`;
}

/** The same hash by which `apps/sites/assets.ts` names files. */
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

/** Removes comments and the white space that has no meaning in CSS; strings stay as they are. */
export function minifyStyles(source) {
  const tokens = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|\/\*[\s\S]*?\*\/|\s*([{};,])\s*|(\s+)/g;
  const short = source.replace(tokens, (_match, string, mark, space) => string ?? mark ?? (space ? ' ' : ''));
  return short.replaceAll(';}', '}').trim();
}

/** One script without imports. `names`: values for the constants that its sources leave to the build. */
async function bundle(entry, names = {}, format = 'esm') {
  const constants = Object.entries(names).map(([name, text]) => [name, JSON.stringify(text)]);
  const draft = await rolldown({
    input: resolve(SCRIPTS, entry),
    platform: 'browser',
    plugins: [packageSources],
    logLevel: 'warn',
    transform: { define: Object.fromEntries(constants) },
  });
  const { output } = await draft.generate({ format, minify: true, codeSplitting: false });
  await draft.close();
  return output[0].code;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await buildAssets(process.argv[2]);
