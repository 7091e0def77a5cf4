// npm run docs:pictures: takes the pictures of the documentation again, from the built service. Names of pictures as
// arguments take only those.
import process from 'node:process';
import { withTypeScript } from './load-typescript.mjs';
import { prepare } from './prepare.mjs';

prepare({ everything: true });
await withTypeScript('test/pictures/take.ts', (module) => module.run(process.argv.slice(2)));
