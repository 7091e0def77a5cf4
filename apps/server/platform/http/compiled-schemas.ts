/**
 * Caches compiled schemas by their text, for all apps of this process: most routes share parameters and errors. A
 * schema is compiled when a request first needs it, because compiling all of them would take half of the time that an
 * app needs to start.
 */
export class CompiledSchemas<Compiled> {
  readonly #byShared = new Map<string, Map<string, Compiled>>();

  /** Returns a function that compiles at its first call. `shared`: the schemas that `$ref` can mean. */
  defer(schema: unknown, shared: () => unknown, compile: () => Compiled): () => Compiled {
    let compiled: Compiled | undefined;
    return () => {
      compiled ??= this.#get(schema, shared, compile);
      return compiled;
    };
  }

  #get(schema: unknown, shared: () => unknown, compile: () => Compiled): Compiled {
    const text = JSON.stringify(schema);
    const sharedText = text.includes('"$ref"') ? JSON.stringify(shared()) : '';
    const byText = this.#byShared.get(sharedText) ?? new Map<string, Compiled>();
    this.#byShared.set(sharedText, byText);
    const known = byText.get(text);
    if (known !== undefined) return known;
    const compiled = compile();
    byText.set(text, compiled);
    return compiled;
  }
}
