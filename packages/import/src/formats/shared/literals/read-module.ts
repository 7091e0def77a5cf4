import type * as acorn from 'acorn';
import type { ImportFiles } from '../../../imported-content.ts';
import { folderOf, joinPath } from '../paths.ts';
import { createEffort, type Effort, evaluate, type Scope } from './evaluate.ts';
import { type Literal, UNKNOWN } from './literal.ts';
import { parseScript } from './parse-script.ts';

/** Modules that one configuration may be spread over. */
const MAX_MODULES = 200;
const EXTENSIONS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];

interface Module {
  path: string;
  /** The values of requested names at the top level; UNKNOWN while they are looked up. */
  values: Map<string, Literal>;
  declarations: Map<string, acorn.Node>;
  /** The expressions that functions return. */
  returned: Map<string, acorn.Node>;
  /** Names that are imported: from which module, and which of its exports; `*` is all of them. */
  imports: Map<string, { from: string; name: string }>;
  /** Exports by name, `default` included. */
  exports: Map<string, acorn.Node>;
  /** The value of a JSON file. */
  data?: Literal;
}

/**
 * Reads the exports of a configuration file as data. The file and those that it imports are parsed and never run; what
 * can be known only by running them is UNKNOWN. Undefined if the file cannot be parsed.
 */
export async function readModule(
  files: ImportFiles,
  path: string,
): Promise<((name: string) => Literal) | undefined> {
  const modules = new Map<string, Module>();
  await loadModules(files, path, modules);
  const module = modules.get(path);
  if (!module) return undefined;
  const reader: ModuleReader = { files, modules, effort: createEffort() };
  return (name) => readExport(reader, module, name);
}

interface ModuleReader {
  files: ImportFiles;
  modules: ReadonlyMap<string, Module>;
  effort: Effort;
}

async function loadModules(files: ImportFiles, path: string, modules: Map<string, Module>): Promise<void> {
  const wanted = [path];
  for (const next of wanted) {
    if (modules.has(next) || modules.size >= MAX_MODULES || !files.has(next)) continue;
    const module = readDeclarations(next, await files.readText(next));
    if (!module) continue;
    modules.set(next, module);
    for (const { from } of module.imports.values()) {
      const found = findModule(files, next, from);
      if (found !== undefined) wanted.push(found);
    }
  }
}

function findModule(files: ImportFiles, importer: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const base = joinPath(folderOf(importer), specifier);
  if (base === undefined) return undefined;
  // An import may name a TypeScript file with the extension of its compiled file.
  const bases = [base, base.replace(/\.(?:m|c)?js$/, '')];
  for (const each of bases)
    for (const extension of [...EXTENSIONS, ...EXTENSIONS.map((end) => `/index${end}`)])
      if (files.has(each + extension)) return each + extension;
  return undefined;
}

function readDeclarations(path: string, text: string): Module | undefined {
  const module: Module = {
    path,
    values: new Map(),
    declarations: new Map(),
    returned: new Map(),
    imports: new Map(),
    exports: new Map(),
  };
  if (path.endsWith('.json')) {
    const data = parseJson(text);
    return data === undefined ? undefined : { ...module, data };
  }
  const program = parseScript(text);
  if (!program) return undefined;
  for (const statement of program.body) addStatement(module, statement);
  return module;
}

function parseJson(text: string): Literal | undefined {
  try {
    return JSON.parse(text) as Literal;
  } catch {
    return undefined;
  }
}

type Statement = acorn.Program['body'][number] | TypeScriptExport;

/** `export = value` of TypeScript. */
interface TypeScriptExport {
  type: 'TSExportAssignment';
  expression: acorn.Expression;
}

function addStatement(module: Module, node: acorn.Program['body'][number]): void {
  const statement = node as Statement;
  switch (statement.type) {
    case 'ImportDeclaration':
      addImport(module, statement);
      break;
    case 'VariableDeclaration':
    case 'FunctionDeclaration':
      addDeclaration(module, statement);
      break;
    case 'ExportNamedDeclaration':
      addNamedExport(module, statement);
      break;
    case 'ExportDefaultDeclaration':
      addDefaultExport(module, statement.declaration);
      break;
    case 'TSExportAssignment':
      module.exports.set('default', statement.expression);
      break;
    case 'ExpressionStatement':
      addAssignment(module, statement.expression);
      break;
    default:
      break;
  }
}

function addImport(module: Module, { source, specifiers }: acorn.ImportDeclaration): void {
  const from = String(source.value);
  for (const specifier of specifiers) {
    const name =
      specifier.type === 'ImportDefaultSpecifier'
        ? 'default'
        : specifier.type === 'ImportNamespaceSpecifier'
          ? '*'
          : nameOf(specifier.imported);
    module.imports.set(specifier.local.name, { from, name });
  }
}

const nameOf = (node: acorn.Identifier | acorn.Literal): string =>
  node.type === 'Identifier' ? node.name : String(node.value);

function addDeclaration(
  module: Module,
  declaration: acorn.VariableDeclaration | acorn.FunctionDeclaration | acorn.AnonymousFunctionDeclaration,
): void {
  if (declaration.type === 'FunctionDeclaration') {
    const returned = returnedBy(declaration.body);
    if (declaration.id && returned) module.returned.set(declaration.id.name, returned);
    addLocals(module, declaration.body);
    return;
  }
  for (const { id, init } of declaration.declarations) {
    if (id.type !== 'Identifier' || !init) continue;
    module.declarations.set(id.name, init);
    const required = requiredBy(init);
    if (required !== undefined) module.imports.set(id.name, { from: required, name: 'default' });
    if (init.type !== 'ArrowFunctionExpression' && init.type !== 'FunctionExpression') continue;
    if (init.body.type === 'BlockStatement') addLocals(module, init.body);
    const returned = init.body.type === 'BlockStatement' ? returnedBy(init.body) : init.body;
    if (returned) module.returned.set(id.name, returned);
  }
}

/** Names of functions are taken for names of the module, which few configuration files use twice. */
function addLocals(module: Module, { body }: acorn.BlockStatement): void {
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations)
      if (id.type === 'Identifier' && init && !module.declarations.has(id.name))
        module.declarations.set(id.name, init);
  }
}

function requiredBy(node: acorn.Expression): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return undefined;
  const [path] = node.arguments;
  return path?.type === 'Literal' && typeof path.value === 'string' ? path.value : undefined;
}

/** The expression of the only `return` of a function. */
function returnedBy({ body }: acorn.BlockStatement): acorn.Expression | undefined {
  const last = body.at(-1);
  return last?.type === 'ReturnStatement' ? (last.argument ?? undefined) : undefined;
}

function addNamedExport(module: Module, node: acorn.ExportNamedDeclaration): void {
  const { declaration, specifiers, source } = node;
  if (declaration?.type === 'VariableDeclaration') {
    addDeclaration(module, declaration);
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init) module.exports.set(id.name, id);
  } else if (declaration?.type === 'FunctionDeclaration') {
    addDeclaration(module, declaration);
    module.exports.set(declaration.id.name, declaration.id);
  }
  for (const { local, exported } of specifiers) {
    const name = nameOf(exported);
    if (source) module.imports.set(name, { from: String(source.value), name: nameOf(local) });
    if (local.type === 'Identifier')
      module.exports.set(name, source ? ({ ...local, name } as acorn.Node) : local);
  }
}

function addDefaultExport(module: Module, node: acorn.ExportDefaultDeclaration['declaration']): void {
  const exported =
    node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression'
      ? node.body && returnedBy(node.body)
      : node;
  if (exported) module.exports.set('default', exported);
  if (node.type === 'FunctionDeclaration') addDeclaration(module, node);
}

/** `module.exports = …` and `exports.name = …`. */
function addAssignment(module: Module, node: acorn.Expression): void {
  if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') return;
  const { object, property } = node.left;
  if (property.type !== 'Identifier') return;
  if (object.type === 'Identifier' && object.name === 'module' && property.name === 'exports')
    module.exports.set('default', node.right);
  else if (object.type === 'Identifier' && object.name === 'exports')
    module.exports.set(property.name, node.right);
}

function readExport(reader: ModuleReader, module: Module, name: string): Literal {
  if (module.data !== undefined) return name === 'default' || name === '*' ? module.data : UNKNOWN;
  if (name === '*') return readAllExports(reader, module);
  const node = module.exports.get(name);
  if (!node) return name === 'default' && module.exports.size > 0 ? readAllExports(reader, module) : UNKNOWN;
  const scope = scopeOf(reader, module);
  const { type } = node as acorn.AnyNode;
  if (type === 'Identifier') {
    const returned = scope.findReturned((node as acorn.Identifier).name);
    if (returned !== undefined) return returned;
  }
  return evaluate(node, scope, reader.effort);
}

function readAllExports(reader: ModuleReader, module: Module): Literal {
  const all: Record<string, Literal> = Object.create(null) as Record<string, Literal>;
  for (const name of module.exports.keys()) all[name] = readExport(reader, module, name);
  return all;
}

function scopeOf(reader: ModuleReader, module: Module): Scope {
  const read = (key: string, compute: () => Literal): Literal => {
    const known = module.values.get(key);
    if (known !== undefined) return known;
    // A name whose value needs itself has none.
    module.values.set(key, UNKNOWN);
    const value = compute();
    module.values.set(key, value);
    return value;
  };
  const scope: Scope = {
    find(name) {
      const imported = module.imports.get(name);
      if (imported) return read(`import ${name}`, () => readImported(reader, module, imported));
      const node = module.declarations.get(name);
      return node && read(name, () => evaluate(node, scope, reader.effort));
    },
    findReturned(name) {
      const node = module.returned.get(name);
      if (node) return read(`${name}()`, () => evaluate(node, scope, reader.effort));
      const imported = module.imports.get(name);
      const other = imported && moduleOf(reader, module, imported.from);
      return imported && other && other.data === undefined
        ? read(`import ${name}`, () => readImported(reader, module, imported))
        : undefined;
    },
    findRequired(path) {
      return readImported(reader, module, { from: path, name: 'default' });
    },
  };
  return scope;
}

const moduleOf = (reader: ModuleReader, importer: Module, specifier: string): Module | undefined =>
  reader.modules.get(findModule(reader.files, importer.path, specifier) ?? '');

function readImported(
  reader: ModuleReader,
  importer: Module,
  { from, name }: { from: string; name: string },
): Literal {
  const module = moduleOf(reader, importer, from);
  return module ? readExport(reader, module, name) : UNKNOWN;
}
