import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Writes a ZIP archive of any size while its files are read, one after the other. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  #current: Readable | undefined;

  constructor() {
    this.output.once('close', () => this.#current?.destroy());
  }

  /** Who destroys it ends the file that is being read. */
  get output(): Readable {
    return this.#zip.outputStream as Readable;
  }

  /** Adds one file, and waits until it was read to its end. */
  add(
    path: string,
    content: AsyncIterable<string | Buffer> | Iterable<string | Buffer>,
    { compress = true } = {},
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const source = Readable.from(content, { objectMode: false });
      this.#current = source;
      source.once('end', resolve);
      source.once('error', reject);
      source.once('close', () => reject(new Error('The archive was not written to its end.')));
      if (this.output.destroyed) source.destroy();
      else this.#zip.addReadStream(source, path, { compress });
    });
  }

  end(): void {
    this.#zip.end();
  }
}
