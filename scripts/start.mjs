// npm start: from a fresh clone to a running service.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

prepare();
const main = join(root, 'dist/main.js');
// The service runs in this very process, so that signals and exit codes are its own.
process.argv.splice(1, 1, main, 'serve');
await import(pathToFileURL(main).href);
