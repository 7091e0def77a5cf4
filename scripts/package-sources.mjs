// A plugin for bundlers and tests: the packages of this repository are used as their sources, not as their builds.
import { join } from 'node:path';
import { root } from './prepare.mjs';

export const packageSources = {
  name: 'package-sources',
  enforce: 'pre',
  resolveId(id) {
    const [, name, file] = /^@lectern\/([^/]+)\/(.+)$/.exec(id) ?? [];
    return name === undefined ? undefined : join(root, 'packages', name, 'src', `${file}.ts`);
  },
};
