// npm run take:pictures: takes the pictures of the console in docs/ again, from the built service.
import { withTypeScript } from '../../scripts/load-typescript.mjs';
import { prepare } from '../../scripts/prepare.mjs';

prepare({ everything: true });
await withTypeScript('test/pictures/console.ts', (module) => module.run());
