import type { RequiredField } from './contract/session-view.ts';

/** The most bytes that a file which a shopper is asked for may have. */
export const FILE_MAX_BYTES = 256_000;

const FILE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'application/pdf'];

/** Media types of a file that is asked for: what the shop names, or the usual ones. */
export const fileTypesOf = ({ file_types }: RequiredField): readonly string[] => file_types ?? FILE_TYPES;

/** The most bytes of a file that is asked for. */
export const fileMaxBytesOf = ({ max_bytes }: RequiredField): number => max_bytes ?? FILE_MAX_BYTES;
