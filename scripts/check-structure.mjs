// npm run check:structure: packages, layers, edges between domains, cycles, SQL, who reads and writes which table, and
// the words of names.
// Types count like values: what a file must know of another is an edge, whatever is left of it when it runs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';
import {
  DOMAINS,
  FEATURES,
  FOREIGN_WRITES,
  LAYERS,
  PACKAGES,
  ROLE_RULE,
  SQL_ELSEWHERE,
  TABLES,
  TERMS,
  UPWARD_READS,
  WORDS,
} from './structure-rules.mjs';

const RULES = {
  DOMAINS,
  FEATURES,
  FOREIGN_WRITES,
  LAYERS,
  PACKAGES,
  ROLE_RULE,
  SQL_ELSEWHERE,
  TABLES,
  TERMS,
  UPWARD_READS,
  WORDS,
};

const IMPORT =
  /(?:^|\n)(?:import|export)\s[^;'"]*?from\s+'((?:\.|@lectern\/)[^']+)'|\bimport\(\s*'((?:\.|@lectern\/)[^']+)'\s*\)/g;
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\binsert into (\w+)|\bdelete from (\w+)|\bupdate (\w+)(?: \w+)? set\b/g;

const COMMENT = /\/\*[\s\S]*?\*\/|(?<![^\s;{}()])\/\/[^\n]*/g;
const BUILDER_READ =
  /\b(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|using|from|sql\.table)\(\s*(\[[^\]]*\]|(['"`])[\s\S]*?\2)/g;
const SQL_TEXT = /\bsql(?:<[^`]*?>)?`|\bsql\.raw\(\s*[`'"]/g;
const SOURCE = String.raw`(?:only\s+|lateral\s+)?(?:public\.)?"?(\w+)"?(?!\w|\.|\s*\()`;
const SQL_READ = new RegExp(String.raw`(?<!\bdelete\s+)\b(?:from|join|using|table)\s+${SOURCE}`, 'gi');
/** The other tables of a list such as `from site p, site_space i`. */
const SQL_LISTED = new RegExp(String.raw`^(?:\s+(?:as\s+)?\w+)?\s*,\s*${SOURCE}`, 'i');

/**
 * Every problem of a tree of sources as a sentence. `files`: text by path below `apps`, with `/`; files of packages
 * begin with `packages/`.
 */
export function findProblems(files, rules = RULES) {
  const imports = readImports(files);
  return [
    ...findWrongPackages(files, imports, rules),
    ...findWrongEdges(imports, rules),
    ...findForeignRepositories(imports, rules),
    ...findCycles(imports),
    ...findStraySql(files, rules),
    ...findForeignWrites(files, rules),
    ...findUpwardReads(files, rules),
    ...findForbiddenWords(files, rules),
  ];
}

/** `@lectern/search/excerpt` is the file `packages/search/excerpt.ts`. */
function resolveImport(path, specifier) {
  const file = /^@lectern\/(.+)$/.exec(specifier)?.[1];
  return file === undefined
    ? normalize(join(dirname(path), specifier)).replaceAll('\\', '/')
    : `packages/${file}.ts`;
}

/** The files that each file imports. */
export function readImports(files) {
  const imports = new Map();
  for (const [path, text] of files) {
    const targets = new Set();
    for (const [, from, dynamic] of text.matchAll(IMPORT)) targets.add(resolveImport(path, from ?? dynamic));
    imports.set(
      path,
      [...targets].filter((target) => files.has(target)),
    );
  }
  return imports;
}

/** `server/domains/review/comments/x.ts` belongs to `review/comments`; `server/domains/git/x.ts` to `git`, which is one feature. */
function createFeatureOf(features) {
  return (path) => {
    const [, domain, folder] = /^server\/domains\/([^/]+)\/([^/]+)/.exec(path) ?? [];
    return domain && domain in features ? `${domain}/${folder}` : domain;
  };
}

const packageOf = (path) => /^packages\/([^/]+)\//.exec(path)?.[1];

function findWrongPackages(files, imports, { PACKAGES: packages }) {
  const problems = [];
  const order = Object.keys(packages);
  for (const [name, allowed] of Object.entries(packages))
    for (const other of allowed)
      if (order.indexOf(other) >= order.indexOf(name))
        problems.push(`PACKAGES: ${name} may import ${other}, which stands below it in the table.`);
  for (const [path, targets] of imports) {
    const name = packageOf(path);
    if (name === undefined) continue;
    if (!(name in packages)) problems.push(`${path}: ${name} is not in PACKAGES.`);
    for (const [, from, dynamic] of files.get(path).matchAll(IMPORT)) {
      const specifier = from ?? dynamic;
      if (specifier.startsWith('.') && packageOf(resolveImport(path, specifier)) !== name)
        problems.push(
          `${path} imports ${specifier}: a package imports itself and other packages by their names.`,
        );
    }
    for (const target of targets) {
      const other = packageOf(target);
      if (other !== undefined && other !== name && !packages[name]?.includes(other))
        problems.push(`${path} imports ${target}: PACKAGES does not let ${name} import ${other}.`);
    }
  }
  return problems;
}

const domainOf = (path) => /^server\/domains\/([^/]+)\//.exec(path)?.[1];

function findWrongEdges(imports, { LAYERS: layers, DOMAINS: domains, FEATURES: features }) {
  const problems = [];
  const layerOf = (path) => layers.findIndex((layer) => path === layer || path.startsWith(`${layer}/`));
  const featureOf = createFeatureOf(features);
  const order = Object.keys(domains);
  for (const [name, allowed] of Object.entries(domains))
    for (const other of allowed)
      if (order.indexOf(other) >= order.indexOf(name))
        problems.push(`DOMAINS: ${name} may import ${other}, which stands below it in the table.`);
  const floors = Object.entries(features).flatMap(([domain, names]) =>
    names.map((name) => `${domain}/${name}`),
  );
  for (const [path, targets] of imports) {
    if (packageOf(path) !== undefined) continue;
    const layer = layerOf(path);
    const domain = domainOf(path);
    const feature = featureOf(path);
    if (layer < 0) problems.push(`${path}: LAYERS has no layer for it.`);
    if (domain !== undefined && !(domain in domains)) problems.push(`${path}: ${domain} is not in DOMAINS.`);
    if (domain in features && !floors.includes(feature))
      problems.push(`${path}: ${feature} is not in FEATURES.`);
    for (const target of targets) {
      const other = domainOf(target);
      if (layerOf(target) > layer)
        problems.push(`${path} imports ${target}: ${layers[layer]} stands below ${layers[layerOf(target)]}.`);
      else if (domain === undefined || other === undefined) continue;
      else if (other !== domain) {
        if (!domains[domain]?.includes(other))
          problems.push(`${path} imports ${target}: DOMAINS does not let ${domain} import ${other}.`);
      } else if (floors.indexOf(featureOf(target)) > floors.indexOf(feature))
        problems.push(
          `${path} imports ${target}: in FEATURES, ${feature} stands before ${featureOf(target)}.`,
        );
    }
  }
  return problems;
}

/** A repository is private to its feature; its service or its queries have what others may ask. */
function findForeignRepositories(imports, { FEATURES: features }) {
  const problems = [];
  const featureOf = createFeatureOf(features);
  for (const [path, targets] of imports)
    for (const target of targets)
      if (
        target.endsWith('.repository.ts') &&
        featureOf(target) !== undefined &&
        featureOf(target) !== featureOf(path)
      )
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
  const isHome = (path) =>
    path.startsWith('server/platform/db/') || /\.(?:repository|queries)\.ts$/.test(path);
  for (const [path, text] of files) {
    const hasSql = !isHome(path) && SQL.test(text);
    if (hasSql && !(path in elsewhere))
      problems.push(`${path} contains SQL: it belongs in a repository or queries file.`);
    if (!hasSql && path in elsewhere) problems.push(`SQL_ELSEWHERE names ${path}, which contains none.`);
  }
  return problems;
}

/** The folder that owns the tables that a file may write. */
function ownerOf(path, features) {
  const feature = createFeatureOf(features)(path);
  if (feature) return `server/domains/${feature}`;
  return path.split('/').slice(0, 3).join('/');
}

function findForeignWrites(files, { FEATURES: features, TABLES: tables, FOREIGN_WRITES: foreign }) {
  const problems = [];
  const seen = new Set();
  for (const [path, text] of files) {
    if (path.startsWith('server/platform/db/')) continue;
    for (const match of text.matchAll(WRITE)) {
      const table = match.slice(1).find(Boolean);
      if (!(table in tables)) {
        problems.push(`${path} writes ${table}, which TABLES gives to nobody.`);
        continue;
      }
      if (tables[table] === ownerOf(path, features)) continue;
      seen.add(path);
      if (!(path in foreign)) problems.push(`${path} writes ${table}, which belongs to ${tables[table]}.`);
    }
  }
  for (const path of Object.keys(foreign))
    if (!seen.has(path))
      problems.push(`FOREIGN_WRITES names ${path}, which writes no table of another owner.`);
  return problems;
}

/** The tables that a file reads, also those that it only joins. Names that the code puts together are not seen. */
export function readTables(text, tables) {
  const code = text.replaceAll(COMMENT, '');
  const names = new Set();
  for (const [, quoted] of code.matchAll(BUILDER_READ))
    for (const [, name] of quoted.matchAll(/['"`](\w+)(?:\s+as\s+\w+)?['"`]/gi)) names.add(name);
  for (const match of code.matchAll(SQL_TEXT)) {
    const start = match.index + match[0].length;
    const query = code.slice(start, endOfQuoted(code, start));
    for (const read of query.matchAll(SQL_READ)) {
      names.add(read[1]);
      let rest = query.slice(read.index + read[0].length);
      for (let next = SQL_LISTED.exec(rest); next; next = SQL_LISTED.exec(rest)) {
        names.add(next[1]);
        rest = rest.slice(next[0].length);
      }
    }
  }
  return [...names].filter((name) => name in tables);
}

/** Where the string or template ends whose first character is at `start`; templates contain code, and code templates. */
function endOfQuoted(code, start) {
  const quote = code[start - 1];
  for (let at = start; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === quote) return at;
    else if (quote === '`' && code.startsWith('${', at)) at = endOfCode(code, at + 2);
  }
  return code.length;
}

function endOfCode(code, start) {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if ('\'"`'.includes(code[at])) at = endOfQuoted(code, at + 1);
    else if (code[at] === '{') depth++;
    else if (code[at] === '}' && depth-- === 0) return at;
  }
  return code.length;
}

/** Data flows downward: a table is read by its owner, within the domain of its owner, and by everything above it. */
function findUpwardReads(files, rules) {
  const {
    DOMAINS: domains,
    FEATURES: features,
    LAYERS: layers,
    TABLES: tables,
    ROLE_RULE: roleRule,
    UPWARD_READS: upward,
  } = rules;
  const problems = [];
  const seen = new Set();
  const layerOf = (path) => layers.findIndex((layer) => path === layer || path.startsWith(`${layer}/`));
  const mayRead = (path, owner) => {
    const domain = domainOf(path);
    const other = domainOf(`${owner}/`);
    return domain !== undefined && other !== undefined
      ? domain === other || domains[domain]?.includes(other)
      : layerOf(path) >= layerOf(owner);
  };
  for (const [path, text] of files) {
    if (packageOf(path) !== undefined) continue;
    const read = readTables(text, tables);
    if (path === roleRule.file)
      for (const table of roleRule.tables)
        if (!read.includes(table)) problems.push(`ROLE_RULE names ${table}, which ${path} does not read.`);
    for (const table of read) {
      if (path === roleRule.file && roleRule.tables.includes(table)) continue;
      const owner = tables[table];
      if (owner === ownerOf(path, features) || mayRead(path, owner)) continue;
      seen.add(path);
      if (!(path in upward)) problems.push(`${path} reads ${table}, which belongs to ${owner} above it.`);
    }
  }
  for (const path of Object.keys(upward))
    if (!seen.has(path)) problems.push(`UPWARD_READS names ${path}, which reads no table above it.`);
  return problems;
}

const DECLARATION = /(?<![\w.'"`])(?:type|interface|class|function\*?|const|let)\s+([A-Za-z_]\w*)/g;

/** Names that declare something with a word for which the field has another. */
function findForbiddenWords(files, { WORDS: words, TERMS: terms }) {
  const problems = [];
  for (const [path, text] of files) {
    const names = new Set([...text.replace(COMMENT, ' ').matchAll(DECLARATION)].map(([, name]) => name));
    for (const name of names)
      for (const part of name.split(/(?<=[a-z])(?=[A-Z])|_/)) {
        const word = part.toLowerCase().replace(/(?<=answer|ground|outlet|dress)(?:s|es|ed)$/, '');
        if (!Object.hasOwn(words, word)) continue;
        if (terms[word]?.some((folder) => path === folder || path.startsWith(`${folder}/`))) continue;
        problems.push(`${path} declares ${name}; write “${words[word]}” instead of “${word}”.`);
      }
  }
  return problems;
}

/** The sources without their tests, by path below `apps`, and those of packages as `packages/<name>/<file>`. */
export function readSources() {
  const files = new Map();
  const add = (folder, prefix) => {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/(?<!\.test)\.tsx?$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      files.set(prefix + relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
    }
  };
  for (const name of Object.keys(PACKAGES)) add(join(root, 'packages', name, 'src'), `packages/${name}/`);
  add(join(root, 'apps'), '');
  return files;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sources = readSources();
  const problems = findProblems(sources);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error(
      `${problems.length} problems of structure; scripts/structure-rules.mjs says what may stand where.`,
    );
    process.exit(1);
  }
}
