/** The most bytes that a requested file may have. */
export const FILE_MAX_BYTES = 256_000;

/** The media types of a requested file where the session names none. */
const DEFAULT_FILE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'application/pdf'];

/** The limits that a session may set for a field of type `file`. */
interface FileField {
  file_types?: readonly string[] | undefined;
  max_bytes?: number | undefined;
}

/** The media types that a file field accepts. */
export const mediaTypesOfField = ({ file_types }: FileField): readonly string[] => file_types ?? DEFAULT_FILE_TYPES;

/** The most bytes that a file field accepts. */
export const maxBytesOfField = ({ max_bytes }: FileField): number => max_bytes ?? FILE_MAX_BYTES;
