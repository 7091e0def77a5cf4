import { t } from '../messages/messages.ts';

/** In pixels: more than the service keeps, and little to send. */
const MAX_SIDE = 512;

/** Draws a picture of any kind that the browser can show, so that the service gets a small PNG. */
export async function preparePicture(file: File): Promise<Blob> {
  const image = new Image();
  const url = URL.createObjectURL(file);
  try {
    image.src = url;
    await image.decode().catch(() => {
      throw new Error(t('portraitUnreadable'));
    });
    // A vector picture without a size of its own has none.
    const width = image.naturalWidth || MAX_SIDE;
    const height = image.naturalHeight || MAX_SIDE;
    const isVector = file.type === 'image/svg+xml';
    const factor = Math.min(isVector ? Number.POSITIVE_INFINITY : 1, MAX_SIDE / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * factor));
    canvas.height = Math.max(1, Math.round(height * factor));
    const context = canvas.getContext('2d');
    if (!context) throw new Error(t('portraitUnreadable'));
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error(t('portraitUnreadable')))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
