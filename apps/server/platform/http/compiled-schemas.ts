type Schemas = Readonly<Record<string, object>>;

/** The schemas that `$ref` means in an app. They are read at first use, when all parts of the app are registered. */
export class SharedSchemas {
  readonly #read: () => Schemas;
  #schemas: Schemas | undefined;
  #text: string | undefined;

  constructor(read: () => Schemas) {
    this.#read = read;
  }

  get schemas(): Schemas {
    this.#schemas ??= this.#read();
    return this.#schemas;
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.schemas);
    return this.#text;
  }
}

interface SharedCompiler<Compiled> {
  compile: (schema: object) => Compiled;
  byText: Map<string, Compiled>;
}

/**
 * Caches compiled schemas by their text, for all apps of this process: most routes share parameters and errors, and
 * apps share all schemas. A schema is compiled when a request first needs it, because compiling all of them would take
 * half of the time that an app needs to start.
 */
export class CompiledSchemas<Compiled> {
  readonly #createCompiler: (shared: Schemas) => (schema: object) => Compiled;
  readonly #byShared = new Map<string, SharedCompiler<Compiled>>();

  constructor(createCompiler: (shared: Schemas) => (schema: object) => Compiled) {
    this.#createCompiler = createCompiler;
  }

  /** Returns a function that compiles at its first call. */
  defer(schema: object, shared: SharedSchemas): () => Compiled {
    let compiled: Compiled | undefined;
    return () => {
      compiled ??= this.get(schema, shared);
      return compiled;
    };
  }

  get(schema: object, shared: SharedSchemas): Compiled {
    const text = JSON.stringify(schema);
    const { compile, byText } = this.#findCompiler(text.includes('"$ref"') ? shared : NONE);
    const known = byText.get(text);
    if (known !== undefined) return known;
    const compiled = compile(schema);
    byText.set(text, compiled);
    return compiled;
  }

  #findCompiler(shared: SharedSchemas): SharedCompiler<Compiled> {
    const known = this.#byShared.get(shared.text);
    if (known) return known;
    const compiler = { compile: this.#createCompiler(shared.schemas), byText: new Map() };
    this.#byShared.set(shared.text, compiler);
    return compiler;
  }
}

const NONE = new SharedSchemas(() => ({}));
