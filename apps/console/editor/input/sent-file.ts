/** A file of the space. */
export interface UploadedFile {
  id: string;
  isPicture: boolean;
}

/** Sends a file to the service. `onProgress`: from 0 to 1. */
export type SendFile = (file: File, onProgress: (part: number) => void) => Promise<UploadedFile>;
