import { LRUCache } from 'lru-cache';

/** Long texts, each of which is made once for everybody who reads it, and kept if it is not too long. */
export interface SharedTexts {
  /**
   * The text of a key: as a whole if it is kept, else in pieces, which are made while the fastest of its readers takes
   * them, and no further. Undefined: it is too long to be shared.
   */
  read(key: string, write: () => AsyncGenerator<string>): string | AsyncGenerator<string> | undefined;
}

const MAX_IN_MAKING = 200;

export function createSharedTexts(limits: { maxLength: number; maxTextLength: number }): SharedTexts {
  const kept = new LRUCache<string, string>({
    maxSize: limits.maxLength,
    sizeCalculation: (text) => text.length + 500,
  });
  const tooLong = new LRUCache<string, true>({ max: 1000 });
  const making = new LRUCache<string, TextInMaking>({ max: MAX_IN_MAKING });

  function begin(key: string, write: () => AsyncGenerator<string>): TextInMaking {
    const forget = (): void => {
      if (making.get(key) === text) making.delete(key);
    };
    const text: TextInMaking = new TextInMaking(write(), {
      onPiece(length) {
        if (length <= limits.maxTextLength) return;
        // Its current readers continue; nobody joins them.
        tooLong.set(key, true);
        forget();
      },
      onWhole(whole) {
        forget();
        if (whole.length <= limits.maxTextLength) kept.set(key, whole);
      },
      onGivenUp: forget,
    });
    making.set(key, text);
    return text;
  }

  return {
    read(key, write) {
      const whole = kept.get(key);
      if (whole !== undefined) return whole;
      if (tooLong.has(key)) return undefined;
      return (making.get(key) ?? begin(key, write)).read();
    },
  };
}

interface Events {
  /** `length`: of all pieces so far. */
  onPiece(length: number): void;
  onWhole(text: string): void;
  /** It failed, or nobody has begun to read it and not left. */
  onGivenUp(): void;
}

class TextInMaking {
  readonly #source: AsyncGenerator<string>;
  readonly #events: Events;
  readonly #pieces: string[] = [];
  #length = 0;
  #readers = 0;
  #isWhole = false;
  #making: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;

  constructor(source: AsyncGenerator<string>, events: Events) {
    this.#source = source;
    this.#events = events;
  }

  async *read(): AsyncGenerator<string> {
    this.#readers += 1;
    try {
      for (let at = 0; ; at += 1) {
        while (at >= this.#pieces.length) {
          if (this.#isWhole) return;
          if (this.#failure) throw this.#failure.error;
          this.#making ??= this.#makePiece();
          await this.#making;
        }
        yield this.#pieces[at] as string;
      }
    } finally {
      this.#readers -= 1;
      if (this.#readers === 0 && !this.#isWhole) this.#events.onGivenUp();
    }
  }

  async #makePiece(): Promise<void> {
    try {
      const { done, value } = await this.#source.next();
      if (done) {
        this.#isWhole = true;
        this.#events.onWhole(this.#pieces.join(''));
        return;
      }
      this.#pieces.push(value);
      this.#length += value.length;
      this.#events.onPiece(this.#length);
    } catch (error) {
      // A generator that failed ends, as if the text was whole.
      this.#failure = { error };
      this.#events.onGivenUp();
    } finally {
      this.#making = undefined;
    }
  }
}
