/** A file as the interface takes it. */
export interface ChosenFile {
  name: string;
  /** Media type, such as `image/jpeg`. */
  type: string;
  /** Bytes. */
  size: number;
  /** Base64 without a prefix. */
  data: string;
}

/** Why a file cannot be taken: not of the types asked for, too large, or not of the type that it claims. */
export type FileFault = 'type' | 'size' | 'unreadable';

const QUALITY = 0.85;
/** Longer sides show nothing more of a document. */
const LONGEST_SIDE = 2400;
/** Below this a document's small print cannot be read. */
const SHORTEST_SIDE = 320;
const STEP = 0.8;

/** Reads a file; a picture that is too large is made smaller until it fits. */
export async function readFile(
  file: File,
  types: readonly string[],
  maxBytes: number,
): Promise<ChosenFile | FileFault> {
  if (!types.includes(file.type)) return 'type';
  try {
    if (file.size <= maxBytes) return { name: file.name, ...(await encode(file)) };
    if (!file.type.startsWith('image/')) return 'size';
    const smaller = await shrink(file, types.includes('image/jpeg') ? 'image/jpeg' : file.type, maxBytes);
    return smaller === undefined ? 'size' : { name: file.name, ...(await encode(smaller)) };
  } catch {
    // A damaged picture, or a file that went away after it was chosen.
    return 'unreadable';
  }
}

async function shrink(file: File, type: string, maxBytes: number): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const canvas = document.createElement('canvas');
  for (let side = Math.min(Math.max(width, height), LONGEST_SIDE); side >= SHORTEST_SIDE; side *= STEP) {
    const scale = side / Math.max(width, height);
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    // What is see-through would turn black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
    if (blob?.type === type && blob.size <= maxBytes) return blob;
  }
  return undefined;
}

function encode(blob: Blob): Promise<Omit<ChosenFile, 'name'>> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error());
    reader.onload = () => {
      const [, data = ''] = (reader.result as string).split(',');
      resolve({ type: blob.type, size: blob.size, data });
    };
    reader.readAsDataURL(blob);
  });
}
