interface BatchLimits<Item> {
  count: number;
  /** A single larger item is a batch of its own. */
  bytes: number;
  sizeOf: (item: Item) => number;
}

/** Yields items in batches of limited number and size. */
export async function* inBatches<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { count, bytes, sizeOf }: BatchLimits<Item>,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  let size = 0;
  for await (const item of items) {
    const itemSize = sizeOf(item);
    if (batch.length === count || (batch.length > 0 && size + itemSize > bytes)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(item);
    size += itemSize;
  }
  if (batch.length > 0) yield batch;
}

/** Yields what is made of each item, in their order, while `ahead` further ones are being made. */
export async function* mapAhead<Item, Made>(
  items: AsyncIterable<Item>,
  ahead: number,
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  const begun: Promise<Made>[] = [];
  try {
    for await (const item of items) {
      const made = make(item);
      // One that fails is reported when it is its turn.
      made.catch(() => {});
      begun.push(made);
      if (begun.length > ahead) yield await (begun.shift() as Promise<Made>);
    }
    for (let next = begun.shift(); next; next = begun.shift()) yield await next;
  } finally {
    await Promise.allSettled(begun);
  }
}
