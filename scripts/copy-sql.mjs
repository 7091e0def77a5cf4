// The compiler leaves out what is not TypeScript; the service reads its migrations beside its own code.
import { cpSync, readdirSync, rmSync } from 'node:fs';

const [from, to] = ['../src/db/migrations/', '../dist/db/migrations/'].map(
  (path) => new URL(path, import.meta.url),
);
rmSync(to, { recursive: true, force: true });
cpSync(from, to, { recursive: true });
console.log(`Copied ${readdirSync(to).length} migrations.`);
