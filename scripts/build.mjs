// npm run build
import { build } from './prepare.mjs';

build();
