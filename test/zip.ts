import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  path: string;
  content: string | Buffer;
  /** The Unix mode, such as that of a symbolic link. */
  mode?: number;
}

/** An archive as tools write it. */
export async function zipOf(files: Record<string, string | Buffer> | readonly ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  const entries = Array.isArray(files)
    ? files
    : Object.entries(files).map(([path, content]) => ({ path, content }));
  for (const { path, content, mode } of entries)
    zip.addBuffer(Buffer.from(content), path, {
      mtime: new Date(0),
      ...(mode === undefined ? {} : { mode }),
    });
  zip.end();
  return buffer(zip.outputStream);
}
