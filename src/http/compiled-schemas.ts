/**
 * Caches compiled schemas by their text, for all apps of this process. Compiling takes most of an app's start time, and
 * most routes share parameters and errors.
 */
export class CompiledSchemas<Compiled> {
  readonly #byShared = new Map<string, Map<string, Compiled>>();

  /** `shared`: the schemas that `$ref` can mean; asked for only where there is one. */
  get(schema: unknown, shared: () => unknown, compile: () => Compiled): Compiled {
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
