/** Fields of a page, such as its title, as `update_page` takes them. */
export type Fields = Record<string, unknown>;

/** The fields of a page that the service does not have yet. */
export class UnsavedFields {
  /** The values that somebody else has set, by the names of the fields that both have changed. */
  readonly conflicts = new Map<string, { theirs: unknown }>();
  #values: Fields = {};
  /** The values of the fields when the writer began to change them. */
  #bases: Fields = {};
  /** Those of the request that is under way. */
  #sent: { values: Fields; bases: Fields } | undefined;

  get isEmpty(): boolean {
    return Object.keys(this.#values).length === 0;
  }

  get values(): Fields {
    return { ...this.#sent?.values, ...this.#values };
  }

  get bases(): Fields {
    return { ...this.#bases, ...this.#sent?.bases };
  }

  set(values: Fields, bases: Fields): void {
    this.#bases = { ...bases, ...this.#bases };
    this.#values = { ...this.#values, ...values };
  }

  /** Takes what can be sent. */
  take(): Fields {
    const isHeld = (name: string): boolean => this.conflicts.has(name);
    const values = pick(this.#values, (name) => !isHeld(name));
    this.#sent = { values, bases: pick(this.#bases, (name) => !isHeld(name)) };
    this.#values = pick(this.#values, isHeld);
    this.#bases = pick(this.#bases, isHeld);
    return values;
  }

  /** The service has what was taken. */
  acknowledge(): void {
    this.#sent = undefined;
  }

  /** The chosen values are still to be sent. */
  giveBack(): void {
    this.#values = this.values;
    this.#bases = this.bases;
    this.#sent = undefined;
  }

  /** Compares with what the page has now. Returns whether somebody else has changed the same field. */
  compare(present: Fields): boolean {
    for (const [name, ours] of Object.entries(this.#values)) {
      if (!(name in this.#bases)) continue;
      const theirs = asFarAs(ours, present[name]);
      if (isSame(theirs, ours)) this.#drop(name);
      else if (isSame(theirs, asFarAs(ours, this.#bases[name]))) this.conflicts.delete(name);
      else this.conflicts.set(name, { theirs });
    }
    return this.conflicts.size > 0;
  }

  /** The writer has decided whose value stays. */
  settle(name: string, isOurs: boolean): void {
    const conflict = this.conflicts.get(name);
    this.conflicts.delete(name);
    if (isOurs) this.#bases[name] = conflict?.theirs;
    else this.#drop(name);
  }

  #drop(name: string): void {
    delete this.#values[name];
    delete this.#bases[name];
    this.conflicts.delete(name);
  }
}

const pick = (fields: Fields, isWanted: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isWanted(name)));

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of a value with several parts, such as the layout, only some are changed: the same parts of another value. */
const asFarAs = (ours: unknown, other: unknown): unknown =>
  isRecord(ours) && isRecord(other) ? pick(other, (name) => name in ours) : other;

/** Whether two values are equal. Absent and removed values are, and the order of parts does not matter. */
const isSame = (one: unknown, other: unknown): boolean => write(one) === write(other);

const write = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
