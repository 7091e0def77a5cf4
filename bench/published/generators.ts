/** The generators that Lectern is compared with: installed from the registry into the scratch folder, kept there. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, type CorpusFiles, type Entry, readEntries, writePages } from './corpus.ts';
import { watchMemory } from './memory-of-tree.ts';

export interface Built {
  folder: string;
  seconds: number;
  megabytes: number;
}

export interface Generator {
  packages: Record<string, string>;
  /** Writes the configuration and the pages. */
  prepare(folder: string, files: CorpusFiles): void;
  /** Below the folder of the generator: the program with its parameters, and where it puts the site. */
  command: string[];
  output: string;
  cache: string[];
}

/** Builds a site from nothing: no cache of an earlier build is there. */
export async function buildWith(generator: Generator, folder: string, files: CorpusFiles): Promise<Built> {
  installInto(folder, generator.packages);
  generator.prepare(folder, files);
  for (const name of [generator.output, ...generator.cache])
    rmSync(join(folder, name), { recursive: true, force: true });
  const begun = performance.now();
  const [program = '', ...parameters] = generator.command;
  const child = spawn(join(folder, 'node_modules', program), parameters, {
    cwd: folder,
    env: { ...process.env, CI: '1', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-5000);
    });
  const memory = watchMemory(() => [child.pid as number]);
  const [code] = (await once(child, 'close')) as [number];
  const megabytes = memory.stop();
  if (code !== 0) throw new Error(`The build ended with ${code}: ${output}`);
  return { folder: join(folder, generator.output), seconds: (performance.now() - begun) / 1000, megabytes };
}

export function installInto(folder: string, packages: Record<string, string>): void {
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const mark = join(folder, `installed-${wanted.join('-').replace(/[^\w.@-]/g, '_')}`);
  if (existsSync(mark)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const options = ['--no-audit', '--no-fund', '--save-exact', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...wanted], { cwd: folder, stdio: 'inherit' });
  writeFileSync(mark, '');
}

const HINTS = { info: 'info', success: 'tip', warning: 'warning', danger: 'danger' };

export const vitepress: Generator = {
  packages: { vitepress: '1.6.4' },
  command: ['.bin/vitepress', 'build', 'docs'],
  output: 'docs/.vitepress/dist',
  cache: ['docs/.vitepress/cache', 'docs/.vitepress/.temp'],
  prepare(folder, files) {
    writePages(files, join(folder, 'docs'), { hints: HINTS, hasTitleInFrontMatter: false });
    mkdirSync(join(folder, 'docs/.vitepress'));
    const toItem = ({ title, path, entries }: Entry): object => ({
      text: title,
      ...(path === undefined ? {} : { link: addressOf(path) }),
      ...(entries.length === 0 ? {} : { collapsed: true, items: entries.map(toItem) }),
    });
    const config = {
      title: 'Phantasma',
      cleanUrls: true,
      ignoreDeadLinks: true,
      // Angle brackets in the text are text.
      markdown: { html: false },
      themeConfig: { search: { provider: 'local' }, sidebar: readEntries(files).map(toItem) },
    };
    writeFileSync(
      join(folder, 'docs/.vitepress/config.mjs'),
      `export default ${JSON.stringify(config, null, 2)};\n`,
    );
  },
};

export const starlight: Generator = {
  // The Node.js that it needs comes as a package; its programs are started with it.
  packages: { '@astrojs/starlight': '0.42.4', astro: '7.3.5', node: '24.21.0', sharp: '0.35.5' },
  command: ['.bin/node', 'node_modules/.bin/astro', 'build'],
  output: 'dist',
  cache: ['.astro', 'node_modules/.astro', 'node_modules/.vite'],
  prepare(folder, files) {
    const hints = { info: 'note', success: 'tip', warning: 'caution', danger: 'danger' };
    writePages(files, join(folder, 'src/content/docs'), { hints, hasTitleInFrontMatter: true });
    // A group of its navigation is not a link: the page of the group is its first entry.
    const toItem = ({ title, path, entries }: Entry): object[] => {
      const page = path === undefined ? [] : [{ label: title, link: addressOf(path) }];
      if (entries.length === 0) return page;
      return [{ label: title, collapsed: true, items: [...page, ...entries.flatMap(toItem)] }];
    };
    const options = { title: 'Phantasma', sidebar: readEntries(files).flatMap(toItem) };
    writeFileSync(
      join(folder, 'astro.config.mjs'),
      `import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight(${JSON.stringify(options, null, 2)})] };\n`,
    );
    writeFileSync(
      join(folder, 'src/content.config.ts'),
      `import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\nimport { docsSchema } from '@astrojs/starlight/schema';\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n`,
    );
  },
};
