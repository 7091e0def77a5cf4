// npm run check:structure: layers, edges between features, cycles, SQL, and who writes which table.
// Types count like values: what a file must know of another is an edge, whatever is left of it when it runs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';
import { FEATURES, FOREIGN_WRITES, LAYERS, SQL_ELSEWHERE, TABLES } from './structure-rules.mjs';

const IMPORT = /(?:^|\n)(?:import|export)\s[^;'"]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/g;
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\binsert into (\w+)|\bdelete from (\w+)|\bupdate (\w+)(?: \w+)? set\b/g;

/** Every problem of a tree of sources as a sentence. `files`: text by path below `src`, with `/`. */
export function findProblems(files, rules = { FEATURES, FOREIGN_WRITES, LAYERS, SQL_ELSEWHERE, TABLES }) {
  const imports = readImports(files);
  return [
    ...findWrongEdges(imports, rules),
    ...findForeignRepositories(imports),
    ...findCycles(imports),
    ...findStraySql(files, rules),
    ...findForeignWrites(files, rules),
  ];
}

/** The files that each file imports. */
export function readImports(files) {
  const imports = new Map();
  for (const [path, text] of files) {
    const targets = new Set();
    for (const [, from, dynamic] of text.matchAll(IMPORT))
      targets.add(normalize(join(dirname(path), from ?? dynamic)).replaceAll('\\', '/'));
    imports.set(path, [...targets].filter((target) => files.has(target)));
  }
  return imports;
}

const featureOf = (path) => /^features\/([^/]+)\//.exec(path)?.[1];

function findWrongEdges(imports, { LAYERS: layers, FEATURES: features }) {
  const problems = [];
  const layerOf = (path) => layers.findIndex((layer) => path === layer || path.startsWith(`${layer}/`));
  const order = Object.keys(features);
  for (const [name, allowed] of Object.entries(features))
    for (const other of allowed)
      if (order.indexOf(other) >= order.indexOf(name))
        problems.push(`FEATURES: ${name} may import ${other}, which stands below it in the table.`);
  for (const [path, targets] of imports) {
    const layer = layerOf(path);
    const feature = featureOf(path);
    if (layer < 0) problems.push(`${path}: no layer of LAYERS holds it.`);
    if (feature !== undefined && !(feature in features)) problems.push(`${path}: ${feature} is not in FEATURES.`);
    for (const target of targets) {
      const other = featureOf(target);
      if (layerOf(target) > layer)
        problems.push(`${path} imports ${target}: ${layers[layer]} stands below ${layers[layerOf(target)]}.`);
      else if (feature !== undefined && other !== undefined && other !== feature && !features[feature]?.includes(other))
        problems.push(`${path} imports ${target}: FEATURES does not let ${feature} import ${other}.`);
    }
  }
  return problems;
}

/** A repository is private to its feature; what others may ask stands in its service or its queries. */
function findForeignRepositories(imports) {
  const problems = [];
  for (const [path, targets] of imports)
    for (const target of targets)
      if (target.endsWith('.repository.ts') && featureOf(target) !== undefined && featureOf(target) !== featureOf(path))
        problems.push(`${path} imports ${target}: a repository is private to its feature.`);
  return problems;
}

/** The smallest sets of files that import each other. */
function findCycles(imports) {
  const problems = [];
  const index = new Map();
  const low = new Map();
  const stack = [];
  const visit = (path) => {
    index.set(path, index.size);
    low.set(path, index.get(path));
    stack.push(path);
    for (const target of imports.get(path)) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path), low.get(target)));
    }
    if (low.get(path) !== index.get(path)) return;
    const cycle = stack.splice(stack.indexOf(path));
    if (cycle.length > 1) problems.push(`Files import each other: ${cycle.sort().join(', ')}.`);
  };
  for (const path of imports.keys()) if (!index.has(path)) visit(path);
  return problems;
}

function findStraySql(files, { SQL_ELSEWHERE: elsewhere }) {
  const problems = [];
  const isHome = (path) => path.startsWith('db/') || /\.(?:repository|queries)\.ts$/.test(path);
  for (const [path, text] of files) {
    const hasSql = !isHome(path) && SQL.test(text);
    if (hasSql && !(path in elsewhere))
      problems.push(`${path} contains SQL: it belongs in a repository or queries file.`);
    if (!hasSql && path in elsewhere) problems.push(`SQL_ELSEWHERE names ${path}, which contains none.`);
  }
  return problems;
}

/** `features/teams/x.ts` belongs to `features/teams`, `content/tree/x.ts` to `content/tree`, `jobs/x.ts` to `jobs`. */
const ownerOf = (path) => path.split('/').slice(0, /^(?:features|content)\//.test(path) ? 2 : 1).join('/');

function findForeignWrites(files, { TABLES: tables, FOREIGN_WRITES: foreign }) {
  const problems = [];
  const seen = new Set();
  for (const [path, text] of files) {
    if (path.startsWith('db/')) continue;
    for (const match of text.matchAll(WRITE)) {
      const table = match.slice(1).find(Boolean);
      if (!(table in tables)) {
        problems.push(`${path} writes ${table}, which TABLES gives to nobody.`);
        continue;
      }
      if (tables[table] === ownerOf(path)) continue;
      seen.add(path);
      if (!(path in foreign)) problems.push(`${path} writes ${table}, which belongs to ${tables[table]}.`);
    }
  }
  for (const path of Object.keys(foreign))
    if (!seen.has(path)) problems.push(`FOREIGN_WRITES names ${path}, which writes no table of another owner.`);
  return problems;
}

/** The sources of the service without their tests, by path below `src`. */
export function readSources(folder = join(root, 'src')) {
  const files = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/(?<!\.test|\.fixtures)\.ts$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
  }
  return files;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sources = readSources();
  const problems = findProblems(sources);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(`${problems.length} problems of structure; scripts/structure-rules.mjs says what may stand where.`);
    process.exit(1);
  }
}
