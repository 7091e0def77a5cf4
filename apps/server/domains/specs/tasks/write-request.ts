import {
  type EnteredRequest,
  type WrittenRequest,
  writeEnteredRequest,
} from '@lectern/openapi/samples/write-entered-request';
import { defineThreadTask } from '../../../platform/threads/thread-task.ts';
import { readKeptSpec } from './kept-specs.ts';

export interface WantedRequest {
  method: string;
  path: string;
  /** The address of the server. */
  base: string;
  entered: EnteredRequest;
}

/** Writes the request that a reader entered, as the stored spec says. */
export const writeRequestTask = defineThreadTask(
  'write-request',
  ({
    contentHash,
    filesystem,
    wanted: { entered, ...wanted },
  }: {
    contentHash: string;
    filesystem: Uint8Array;
    wanted: WantedRequest;
  }): WrittenRequest | undefined =>
    writeEnteredRequest(readKeptSpec(contentHash, filesystem), wanted, entered),
);
