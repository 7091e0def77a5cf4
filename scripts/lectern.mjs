#!/usr/bin/env node
// npx lectern …: the command line, built when it is not.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

prepare();
const main = join(root, 'dist/main.js');
process.argv[1] = main;
await import(pathToFileURL(main).href);
